"""From syntax trees to the typed form: names, types, and everything that must hold of them."""
