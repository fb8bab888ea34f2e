"""From the typed form to a smaller one: changes woven in, effects cut, needs turned into masks."""
