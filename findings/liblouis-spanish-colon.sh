#!/usr/bin/env bash
# Guess: what liblouis has put into braille by a table it reads back by the same table, at least where there are but letters, figures
#        and ordinary punctuation.
# Found: by the table of Spanish grade 1 a colon comes back as the figure 3, a semicolon as 2 and a full stop as an apostrophe, even
#        behind a word: "fila 1: 17" as "fila 13 17". The braille itself is right; by the table of grade 0 all of it comes back.
# With: Debian's liblouis 3.24.0-1 (bookworm), unpacked beside the system's. So tests of lines in braille compare braille there.
# Seen:
#   es-g1.ctb: fila 13 172 fin'
#   Es-Es-G0.utb: fila 1: 17; fin.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
(cd "$folder" && chmod 755 . && apt-get -qq download liblouis-bin=3.24.0-1 liblouis-data=3.24.0-1 liblouis20=3.24.0-1)
for package in "$folder"/*.deb; do dpkg-deb --extract "$package" "$folder/there"; done
LD_LIBRARY_PATH=$(dirname "$(find "$folder/there" -name 'liblouis.so.*' | head -n 1)")
LOUIS_TABLEPATH=$folder/there/usr/share/liblouis/tables
export LD_LIBRARY_PATH LOUIS_TABLEPATH
there_and_back() {
    echo "fila 1: 17; fin." | "$folder/there/usr/bin/lou_translate" "unicode.dis,$1" |
        "$folder/there/usr/bin/lou_translate" --backward "unicode.dis,$1"
}
for table in es-g1.ctb Es-Es-G0.utb; do echo "$table: $(there_and_back "$table")"; done >"$folder/seen"
cat "$folder/seen"
diff - "$folder/seen" <<'SEEN'
es-g1.ctb: fila 13 172 fin'
Es-Es-G0.utb: fila 1: 17; fin.
SEEN
