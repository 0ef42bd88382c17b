# SPDX-License-Identifier: Apache-2.0
"""As much of JSON Schema as the report's schema uses. An unknown keyword is an error, so that none is skipped in silence."""

import re

TYPES = {'object': dict, 'array': list, 'string': str, 'boolean': bool, 'null': type(None)}
NOTES = {'$schema', '$id', '$defs', 'title', 'description', 'default', 'examples', '$comment'}


def is_type(value, name):
    if name == 'number':
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if name == 'integer':
        return is_type(value, 'number') and value == int(value)
    return isinstance(value, TYPES[name])


def violations(value, schema, root=None, path='$'):
    """Sentences, one for each place where `value` is not what `schema` says."""
    root = schema if root is None else root
    if schema is True:
        return []
    if schema is False:
        return [f'{path} may not be there']
    found = []
    for keyword, rule in schema.items():
        if keyword not in NOTES:
            found += CHECKS[keyword](value, rule, schema, root, path)
    return found


def ref(value, rule, schema, root, path):
    target = root
    for step in rule.removeprefix('#/').split('/'):
        target = target[step]
    return violations(value, target, root, path)


def type_(value, rule, schema, root, path):
    names = [rule] if isinstance(rule, str) else rule
    return [] if any(is_type(value, name) for name in names) else [f'{path} is {value!r}, not {" or ".join(names)}']


def required(value, rule, schema, root, path):
    return [f'{path}.{key} is missing' for key in rule if isinstance(value, dict) and key not in value]


def properties(value, rule, schema, root, path):
    if not isinstance(value, dict):
        return []
    return [v for key in rule if key in value for v in violations(value[key], rule[key], root, f'{path}.{key}')]


def additional(value, rule, schema, root, path):
    if not isinstance(value, dict):
        return []
    rest = [key for key in value if key not in schema.get('properties', {})]
    return [v for key in rest for v in violations(value[key], rule, root, f'{path}.{key}')]


def items(value, rule, schema, root, path):
    if not isinstance(value, list):
        return []
    return [v for i, item in enumerate(value) for v in violations(item, rule, root, f'{path}[{i}]')]


def alternatives(value, rule, schema, root, path):
    tries = [violations(value, option, root, path) for option in rule]
    return [] if any(not t for t in tries) else [f'{path} fits no alternative: {min(tries, key=len)}']


def simple(good, sentence):
    return lambda value, rule, schema, root, path: [] if good(value, rule) else [f'{path} is {value!r}, {sentence} {rule!r}']


def number_or(test):
    return lambda value, rule: not is_type(value, 'number') or test(value, rule)


CHECKS = {
    '$ref': ref, 'type': type_, 'required': required, 'properties': properties, 'additionalProperties': additional,
    'items': items, 'anyOf': alternatives, 'oneOf': alternatives,
    'enum': simple(lambda v, r: v in r, 'not one of'),
    'const': simple(lambda v, r: v == r, 'not'),
    'minimum': simple(number_or(lambda v, r: v >= r), 'below'),
    'maximum': simple(number_or(lambda v, r: v <= r), 'above'),
    'exclusiveMinimum': simple(number_or(lambda v, r: v > r), 'not above'),
    'minItems': simple(lambda v, r: not isinstance(v, list) or len(v) >= r, 'shorter than'),
    'minLength': simple(lambda v, r: not isinstance(v, str) or len(v) >= r, 'shorter than'),
    'pattern': simple(lambda v, r: not isinstance(v, str) or re.search(r, v), 'not like'),
}
