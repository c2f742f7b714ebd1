#!/bin/sh
# Installs what tests talk to the language server with: a private Python with pytest-lsp.
# Usage: lsp-setup.sh FOLDER   (where the private Python goes). Says nothing where there is nothing to do.
set -eu

python=$1
"$python/bin/python" -c "import pytest_lsp" 2>/dev/null && exit 0
echo "installing: pytest-lsp, in $python"
/usr/bin/python3 -m venv "$python"
"$python/bin/pip" install -q "pytest-lsp==1.0.1"
