# SPDX-License-Identifier: Apache-2.0
"""What tidy.py needs to know about C++ text, without a compiler: which of it is code, and where functions begin and
end. Layout is kept: the line and column of what is left are those of the file."""
import re

TOKEN = re.compile(
    r'//(?:\\\n|[^\n])*'  # a comment to the end of the line, which a backslash continues
    r'|/\*.*?\*/'
    r'|(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F_])'(?:\\.|[^'\\\n])+'",  # not the separator of 1'000
    re.DOTALL)
NOT_NEWLINE = re.compile(r'[^\n]')
DIRECTIVE = re.compile(r'^[ \t]*#(?:\\\n|[^\n])*', re.MULTILINE)


def without_comments_and_literals(text):
    """Comments and the insides of literals become spaces; an #include keeps its name."""
    def blank(match):
        token = match.group(0)
        if token[0] == '"':
            line = text[text.rfind('\n', 0, match.start()) + 1:match.start()]
            if re.fullmatch(r'\s*#\s*include\s*', line):
                return token
            return '"' + ' ' * (len(token) - 2) + '"'
        return NOT_NEWLINE.sub(' ', token)
    return TOKEN.sub(blank, text)


def line_of(text, position):
    return text.count('\n', 0, position) + 1


def outside_parentheses(text):
    out, depth = [], 0
    for c in text:
        depth -= c == ')'
        if depth <= 0 and c != ')':
            out.append(c)
        depth += c == '('
    return ''.join(out)


def kind_of_brace(head):
    """What a '{' opens that stands outside of functions, from the text since the last ';', '{' or '}'."""
    head = re.sub(r'\btemplate\s*<[^;{}()]*>', ' ', head).strip()
    if re.match(r'(inline\s+)?namespace\b', head) or re.fullmatch(r'extern\s*""|extern\s*"[ C+]*"', head):
        return 'scope'
    if re.match(r'enum\b', head):
        return 'list'
    if re.match(r'(typedef\s+)?(class|struct|union)\b', head) and not head.endswith(')'):
        return 'scope'
    if ')' not in head or '=' in outside_parentheses(re.sub(r'\boperator\s*[^\s(\w]+', 'operator', head)):
        return 'list'
    # "Ring(int n) : size_{n} {": a member's initializer follows a name, the body follows ')' or '}'.
    in_initializers = re.search(r'\)\s*(noexcept\s*)?:(?!:)', head) is not None
    return 'list' if in_initializers and re.search(r'[\w>]$', head) else 'function'


def functions(code):
    """(first line, last line) of each function outside of functions; `code` has no comments and no literals."""
    code = DIRECTIVE.sub(lambda m: NOT_NEWLINE.sub(' ', m.group(0)), code)
    found, stack = [], []  # the stack holds (kind, where its head began)
    head_begin, parentheses = 0, 0
    for position, c in enumerate(code):
        inside = bool(stack) and stack[-1][0] in ('function', 'list')
        if c == '{':
            kind = 'list' if inside or parentheses > 0 else kind_of_brace(code[head_begin:position])
            stack.append((kind, head_begin))
            if kind == 'scope':
                head_begin = position + 1
        elif c == '}' and stack:
            kind, began = stack.pop()
            if kind == 'function':
                first = began + len(code[began:position]) - len(code[began:position].lstrip())
                found.append((line_of(code, first), line_of(code, position)))
            if kind != 'list':
                head_begin = position + 1
        elif not inside and c == '(':
            parentheses += 1
        elif not inside and c == ')':
            parentheses = max(0, parentheses - 1)
        elif not inside and parentheses == 0 and (c == ';' or is_access_label(code, head_begin, position)):
            head_begin = position + 1
    return found


def is_access_label(code, begin, position):
    return code[position] == ':' and code[begin:position].strip() in ('public', 'private', 'protected')
