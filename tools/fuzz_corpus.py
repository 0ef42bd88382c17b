#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Between the corpus as it is kept (fuzz/corpus/*.txt: an input a line, in hex) and as libFuzzer wants it (files).

usage: fuzz_corpus.py expand TEXT FOLDER      a file per line of TEXT
       fuzz_corpus.py collect FOLDER TEXT     a line per file, shortest first; the head of TEXT (its # lines) stays
"""
import hashlib
import pathlib
import sys


def expand(text, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for line in text.read_text().splitlines():
        if line and not line.startswith("#"):
            data = bytes.fromhex(line)
            (folder / hashlib.sha1(data).hexdigest()).write_bytes(data)


def collect(folder, text):
    head = [line for line in text.read_text().splitlines() if line.startswith("#")] if text.exists() else []
    inputs = sorted({path.read_bytes() for path in folder.iterdir()} - {b""}, key=lambda data: (len(data), data))
    text.write_text("\n".join(head + [data.hex() for data in inputs]) + "\n")


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("expand", "collect"):
        sys.exit(__doc__)
    {"expand": expand, "collect": collect}[sys.argv[1]](pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))


if __name__ == "__main__":
    main()
