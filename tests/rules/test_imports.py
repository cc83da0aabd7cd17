"""The rules stand alone: other programs may take the folder as it is."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOREIGN = """
import sys
sys.path.insert(0, sys.argv[1])
import games.rules
own = {"games", "__main__", *sys.builtin_module_names, *sys.stdlib_module_names}
print(sorted(name for name in sys.modules if name.split(".")[0] not in own))
"""


def test_the_rules_need_the_standard_library_alone():
    command = [sys.executable, "-I", "-S", "-c", FOREIGN, str(ROOT)]
    found = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert found.stdout.strip() == "[]"
