"""Statements about all boards of a space: proofs, counterexamples, enumeration and interactions."""
