# SPDX-License-Identifier: Apache-2.0
"""The CSV of a record: RFC 4180, its columns, and what each of them may hold."""
import csv
import io
import re

WHOLE, DECIMAL, MAYBE = r'\d+', r'\d+(\.\d+)?', r'(-?\d+(\.\d+)?)?'
COLUMNS = {'at': r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z', 'elapsedMs': WHOLE, 'phase': 'warmup|measuring|draining',
           'published': WHOLE, 'confirmed': WHOLE, 'failed': WHOLE, 'consumed': WHOLE, 'publishRate': DECIMAL,
           'consumeRate': DECIMAL, 'blocked': 'true|false', 'queueDepth': r'\d*', 'endToEndP50Ms': MAYBE,
           'endToEndP99Ms': MAYBE, 'sendLagP99Ms': MAYBE, 'offered': WHOLE, 'inFlight': WHOLE, 'endToEndP999Ms': MAYBE,
           'endToEndMaxMs': MAYBE, 'publishP99Ms': MAYBE, 'name': r'(?s).+'}


def problems_of(text):
    """Sentences, one for each line that is not as it should be."""
    if text.count('\n') != text.count('\r\n') or not text.endswith('\r\n'):
        return ['a line does not end in CR LF']
    rows = list(csv.reader(io.StringIO(text, newline='')))
    if rows[0] != list(COLUMNS):
        return [f'its columns are {rows[0]}']
    found = []
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(COLUMNS):
            found.append(f'line {number} has {len(row)} fields')
        found += [f'line {number}: {name} is {value!r}' for (name, kind), value in zip(COLUMNS.items(), row)
                  if not re.fullmatch(kind, value)]
    return found
