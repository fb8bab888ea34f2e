"""From the lowered form to Python."""
