"""`python -m sbalogic`."""

from sbalogic.cli import main

main()
