"""What others read of the typed form: schemas, completion data, the language reference."""
