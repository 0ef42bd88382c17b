#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The golden reports as files of their kind: JSON against its schema, JUnit XML and CSV against theirs, HTML as well-formed pages
that load nothing."""

import json
import pathlib
import sys
from html.parser import HTMLParser

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests' / 'system'))
import csv_table  # noqa: E402
import junit  # noqa: E402
from schema import violations  # noqa: E402

SCHEMA = json.loads((ROOT / 'docs' / 'reference' / 'record.schema.json').read_text())
GOLDEN = ROOT / 'tests' / 'golden'
VOID = {'meta', 'br', 'line', 'rect', 'path'}  # line, rect and path are written closed


class Page(HTMLParser):
    """Finds tags that are not closed, scripts, and whatever would be fetched."""

    def __init__(self):
        super().__init__()
        self.open, self.problems = [], []

    def handle_starttag(self, tag, attributes):
        if tag not in VOID:
            self.open.append(tag)
        if tag in ('script', 'link', 'img', 'iframe', 'object', 'embed', 'base'):
            self.problems.append(f'<{tag}> has no place here')
        for name, value in attributes:
            if name in ('src', 'href') or name.startswith('on'):
                self.problems.append(f'<{tag} {name}={value}> has no place here')

    def handle_startendtag(self, tag, attributes):
        if tag not in VOID:
            self.problems.append(f'<{tag}/>')

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f'</{tag}> closes something else at {self.getpos()}')


def problems_of_page(text):
    page = Page()
    page.feed(text)
    page.close()
    return page.problems + [f'<{tag}> is never closed' for tag in page.open]


def own_problems():
    """The checks themselves: each finds what it is there for."""
    good = json.loads(next(GOLDEN.glob('*.json')).read_text())
    bad = dict(good, verdict='MAYBE', surprise=1)
    del bad['exitCode']
    found = len(violations(bad, SCHEMA))
    missed = [] if found == 3 else [f'the schema found {found} of 3 planted mistakes']
    for text in ('<p>', '<p></b></p>', '<script></script>', '<a href="x"></a>'):
        if not problems_of_page(text):
            missed.append(f'nothing wrong was found in {text}')
    good = next(GOLDEN.glob('*.xml')).read_text()
    for old, new in (('tests="', 'tests="1'), ('classname="', 'class="'), ('<testsuite ', '<suite '), ('</testsuites>', ''),
                     ('<properties>', '<properties>x'), ('timestamp="', 'timestamp="x')):
        if not junit.problems_of(good.replace(old, new, 1)):
            missed.append(f'nothing wrong was found in JUnit XML with {new!r} for {old!r}')
    good = ','.join(csv_table.COLUMNS) + '\r\n'
    for text in (good[:-2] + '\n', good.replace('phase', 'time'), good + '1,2\r\n'):
        if not csv_table.problems_of(text):
            missed.append(f'nothing wrong was found in CSV {text!r}')
    return missed


def main():
    records, pages = sorted(GOLDEN.glob('*.json')), sorted(GOLDEN.glob('*.html'))
    problems = own_problems()
    for path in records:
        problems += [f'{path.name}: {v}' for v in violations(json.loads(path.read_text()), SCHEMA)]
    for path in pages:
        problems += [f'{path.name}: {p}' for p in problems_of_page(path.read_text())]
    for module, ending in ((junit, 'xml'), (csv_table, 'csv')):
        for path in sorted(GOLDEN.glob(f'*.{ending}')):
            problems += [f'{path.name}: {p}' for p in module.problems_of(path.read_bytes().decode())]
    if not records or len(records) != len(pages):
        problems.append(f'{len(records)} records and {len(pages)} pages')
    for problem in problems:
        print(problem)
    print(f'{len(records)} records, {len(pages)} pages, {len(problems)} problems')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
