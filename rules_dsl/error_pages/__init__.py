"""The pages of the error codes, one module an area; `codes.CODES` collects them."""
