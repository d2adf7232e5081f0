"""``python -m neurofs`` is the command ``neurofs``."""

import sys

from neurofs._command_line import main

sys.exit(main())
