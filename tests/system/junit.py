# SPDX-License-Identifier: Apache-2.0
"""JUnit XML as the schemas of its readers have it: elements, their order, attributes with their kinds; and counts that add up."""
import re
import xml.etree.ElementTree as ElementTree

WHOLE, DECIMAL, TEXT = r'\d+', r'\d+(\.\d+)?', r'(?s).*'
INSTANT = r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d'
# element: (attributes that must be, attributes that may be, children in their order: name -> at most how many)
MANY = 10 ** 9
ELEMENTS = {
    'testsuites': ({'tests': WHOLE, 'failures': WHOLE, 'errors': WHOLE}, {'name': TEXT, 'time': DECIMAL},
                   {'testsuite': MANY}),
    'testsuite': ({'name': TEXT, 'tests': WHOLE, 'failures': WHOLE, 'errors': WHOLE},
                  {'id': WHOLE, 'skipped': WHOLE, 'time': DECIMAL, 'hostname': TEXT, 'timestamp': INSTANT},
                  {'properties': 1, 'testcase': MANY, 'system-out': 1, 'system-err': 1}),
    'properties': ({}, {}, {'property': MANY}),
    'property': ({'name': r'(?s).+', 'value': TEXT}, {}, {}),
    'testcase': ({'name': r'(?s).+', 'classname': r'(?s).+'}, {'time': DECIMAL},
                 {'skipped': 1, 'error': MANY, 'failure': MANY, 'system-out': 1, 'system-err': 1}),
    'skipped': ({}, {'message': TEXT}, {}),
    'error': ({'type': TEXT}, {'message': TEXT}, {}),
    'failure': ({'type': TEXT}, {'message': TEXT}, {}),
    'system-out': ({}, {}, {}),
    'system-err': ({}, {}, {}),
}
HOLD_TEXT = {'skipped', 'error', 'failure', 'system-out', 'system-err'}


def shape_problems(element, path):
    if element.tag not in ELEMENTS:
        return [f'{path}: <{element.tag}> is not known']
    must, may, children = ELEMENTS[element.tag]
    found = [f'{path}: {name} is missing' for name in must if name not in element.attrib]
    for name, value in element.attrib.items():
        kind = must.get(name) or may.get(name)
        if kind is None:
            found.append(f'{path}: {name} has no place here')
        elif not re.fullmatch(kind, value):
            found.append(f'{path}: {name} is {value!r}')
    if element.tag not in HOLD_TEXT and (element.text or '').strip():
        found.append(f'{path}: text has no place here')
    order = list(children)
    tags = [child.tag for child in element if child.tag in children]
    if tags != sorted(tags, key=order.index):
        found.append(f'{path}: its children are out of order')
    found += [f'{path}: <{child.tag}> has no place here' for child in element if child.tag not in children]
    found += [f'{path}: too many <{tag}>' for tag in set(tags) if tags.count(tag) > children[tag]]
    for child in element:
        found += shape_problems(child, f'{path}/{child.tag}')
    return found


def count_problems(suite):
    cases = suite.findall('testcase')
    names = [case.get('name') for case in cases]
    has = {'tests': len(cases), 'errors': sum(case.find('error') is not None for case in cases),
           'skipped': sum(case.find('skipped') is not None for case in cases),
           'failures': sum(case.find('error') is None and case.find('failure') is not None for case in cases)}
    found = [f'{suite.get("name")}: {name} is {suite.get(name)}, and there are {n}' for name, n in has.items()
             if suite.get(name) != str(n)]
    return found + [f'{suite.get("name")}: two cases are called {name}' for name in set(names) if names.count(name) > 1]


def problems_of(text):
    """Sentences, one for each place that a reader of JUnit XML would stumble over."""
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as problem:
        return [f'it is no XML: {problem}']
    if root.tag != 'testsuites':
        return [f'it begins with <{root.tag}>']
    found = shape_problems(root, root.tag)
    for name in ('tests', 'failures', 'errors'):
        total = sum(int(suite.get(name, 0)) for suite in root)
        if str(total) != root.get(name):
            found.append(f'{name} is {root.get(name)}, and its suites have {total}')
    for suite in root.findall('testsuite'):
        found += count_problems(suite)
    return found


def results(text):
    """Of each suite by name: its cases by name -> 'passed', 'skipped', 'failure' or 'error'."""
    def result(case):
        return next((kind for kind in ('error', 'failure', 'skipped') if case.find(kind) is not None), 'passed')
    return {suite.get('name'): {case.get('name'): result(case) for case in suite.findall('testcase')}
            for suite in ElementTree.fromstring(text)}
