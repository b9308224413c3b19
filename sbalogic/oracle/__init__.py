"""From card text in Oracle English to ability facts."""
