# SPDX-License-Identifier: MIT
"""SearchBus in Python: the program itself, where the wheel has it, as `searchbus` and `python -m searchbus`."""
