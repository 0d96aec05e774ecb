#!/usr/bin/env bash
# Guess: a release of pyarrow reads Parquet files of later releases, as the form of the files is the same (2.6), or says what it lacks.
# Found: 19.0.0 refuses a file of 26.0.1 with an ordinary column of whole numbers or texts, written with the ordinary settings: by
#        a sentence about statistics that it does not need to read the table. 19.0.1 reads it.
# With: pyarrow 19.0.0, 19.0.1 and 26.0.1, Python 3.11. So `pyarrow>=19` promised too much.
# Seen:
#   19.0.0: Repetition level histogram size mismatch
#   19.0.1: [1, 2]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
with() { "$folder/venv/bin/pip" install --quiet --disable-pip-version-check "pyarrow==$1"; }
with 26.0.1
"$folder/venv/bin/python" - "$folder/numbers.parquet" <<'PYTHON'
import sys

import pyarrow
from pyarrow import parquet

parquet.write_table(pyarrow.table({"number": [1, 2]}), sys.argv[1])
PYTHON
for release in 19.0.0 19.0.1; do
    with "$release"
    # It may end the whole process as it goes, after it has told.
    "$folder/venv/bin/python" - "$folder/numbers.parquet" 2>/dev/null <<'PYTHON' || true
import sys

import pyarrow
from pyarrow import parquet

try:
    told = parquet.ParquetFile(sys.argv[1]).read()["number"].to_pylist()
except OSError as error:
    told = error
print(f"{pyarrow.__version__}: {told}", flush=True)
PYTHON
done >"$folder/seen"
cat "$folder/seen"
diff "$folder/seen" - <<'SEEN'
19.0.0: Repetition level histogram size mismatch
19.0.1: [1, 2]
SEEN
