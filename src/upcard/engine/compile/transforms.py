"""Rewrite functions before they are compiled: unsigned indices, checked cells and rounded products.

Compiled code would test at every table whether an index counts from the end. Rules and strategies have no
such indices, so every index is made unsigned. Compiled code would also truncate a number that does not fit
into a cell, where the interpreted state refuses it. In a careful program every number is checked before it is
stored.

An accelerator would multiply and add in one step, without rounding in between, and strategies with fractional
weights would compute other numbers. There a function of its own computes every product.
"""

import ast

UNSIGNED, FITTING, PRODUCT = "unsigned_index", "fitting_cell", "bare_product"
"""Names of the functions that a rewritten function calls."""

HELD = "_upcard_held_"


def rewritten_text(tree: ast.FunctionDef, careful: bool, keeps_products: bool = False) -> str:
    """Return the text of a function as it is compiled.

    Parameters
    ----------
    tree : ast.FunctionDef
        The definition of the function; modified in place.
    careful : bool
        Whether every number that is stored in a table goes through ``fitting_cell(table, number)``.
    keeps_products : bool
        Whether ``bare_product(x, y)`` computes every product.
    """
    tree = _Checked().visit(tree) if careful else tree
    tree = _Products().visit(tree) if keeps_products else tree
    return ast.unparse(ast.fix_missing_locations(_Unsigned().visit(tree)))


class _Unsigned(ast.NodeTransformer):
    """Transformer that makes every index of a table unsigned."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        node.slice = _with_indices(node, [_unsigned(i) for i in _indices(node)])
        return node


def _unsigned(index: ast.expr) -> ast.expr:
    return index if isinstance(index, ast.Constant) else ast.Call(ast.Name(UNSIGNED, ast.Load()), [index], [])


def _indices(node: ast.Subscript) -> list[ast.expr]:
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


def _with_indices(node: ast.Subscript, indices: list[ast.expr]) -> ast.expr:
    return ast.Tuple(indices, ast.Load()) if isinstance(node.slice, ast.Tuple) else indices[0]


class _Products(ast.NodeTransformer):
    """Transformer that replaces every product by a function call."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Mult):
            return node
        return ast.Call(ast.Name(PRODUCT, ast.Load()), [node.left, node.right], [])

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Mult) or not isinstance(node.target, ast.Name):
            return node
        factor = ast.Name(node.target.id, ast.Load())
        return ast.Assign([node.target], ast.Call(ast.Name(PRODUCT, ast.Load()), [factor, node.value], []))


class _Checked(ast.NodeTransformer):
    """Transformer that checks every number that is stored in a table.

    Values that Python evaluates once are stored in variables, in Python's order of evaluation, since an index
    may draw a card.
    """

    def __init__(self) -> None:
        self.held = 0

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.AST]:
        if not any(isinstance(t, ast.Subscript) for t in node.targets):
            return node
        lines: list[ast.AST] = []
        value = self.hold(node.value, lines)
        for target in node.targets:
            if isinstance(target, ast.Subscript):
                cell = self.hold_cell(target, lines)
                lines.append(_stored(cell, value))
            else:
                lines.append(ast.Assign([target], value))
        return lines

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | list[ast.AST]:
        if not isinstance(node.target, ast.Subscript):
            return node
        lines: list[ast.AST] = []
        cell = self.hold_cell(node.target, lines)
        lines.append(_stored(cell, ast.BinOp(cell, node.op, node.value)))
        return lines

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | list[ast.AST]:
        if node.value is None or not isinstance(node.target, ast.Subscript):
            return node
        return self.visit_Assign(ast.Assign([node.target], node.value))

    def hold(self, x: ast.expr, lines: list[ast.AST]) -> ast.expr:
        """Return a variable with the value of `x`; the assignment is added to `lines`."""
        name = f"{HELD}{self.held}"
        self.held += 1
        lines.append(ast.Assign([ast.Name(name, ast.Store())], x))
        return ast.Name(name, ast.Load())

    def hold_cell(self, target: ast.Subscript, lines: list[ast.AST]) -> ast.Subscript:
        """Return the same cell, with variables for its table and its indices."""
        table = self.hold(target.value, lines)
        held = [i if isinstance(i, ast.Constant) else self.hold(i, lines) for i in _indices(target)]
        return ast.Subscript(table, _with_indices(target, held), ast.Load())


def _stored(cell: ast.Subscript, value: ast.expr) -> ast.Assign:
    fitting = ast.Call(ast.Name(FITTING, ast.Load()), [cell.value, value], [])
    return ast.Assign([ast.Subscript(cell.value, cell.slice, ast.Store())], fitting)
