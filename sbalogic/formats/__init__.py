"""The files that people and programs exchange with sbalogic: board files in YAML and JSON."""
