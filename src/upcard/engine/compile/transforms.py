"""How functions are rewritten before they are compiled: unsigned indices, watched cells, and bare products.

Compiled code would ask at every table whether an index counts from the end; rules and strategies have no
such indices, so every index is made unsigned. And it would cut off a number that does not fit into a cell,
where the interpreted state refuses it: in a careful program every number is looked at before it is stored.

An accelerator would multiply and add in one step, without the rounding in between, and a strategy that weighs
with fractions would see other numbers: there every product is made by a function of its own.
"""

import ast

UNSIGNED, FITTING, PRODUCT = "unsigned_index", "fitting_cell", "bare_product"
"""The names under which a rewritten function calls what it needs."""

HELD = "_upcard_held_"


def rewritten_text(tree: ast.FunctionDef, careful: bool, keeps_products: bool = False) -> str:
    """The text of a function as it is compiled.

    Parameters
    ----------
    tree : ast.FunctionDef
        Its definition; modified in place.
    careful : bool
        Whether every number that is stored into a table goes through ``fitting_cell(table, number)``.
    keeps_products : bool
        Whether every product is made by ``bare_product(x, y)``.
    """
    tree = _CheckStores().visit(tree) if careful else tree
    tree = _Products().visit(tree) if keeps_products else tree
    return ast.unparse(ast.fix_missing_locations(_Unsigned().visit(tree)))


class _Unsigned(ast.NodeTransformer):
    """Makes every index of a table unsigned."""

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
    """Has every product made by a function."""

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


class _CheckStores(ast.NodeTransformer):
    """Looks at every number that is stored into a table.

    What Python evaluates once is held in a variable, in the order in which Python does it: an index may
    draw a card.
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
        """A variable that holds the value of `x` from here on; the assignment is added to `lines`."""
        name = f"{HELD}{self.held}"
        self.held += 1
        lines.append(ast.Assign([ast.Name(name, ast.Store())], x))
        return ast.Name(name, ast.Load())

    def hold_cell(self, target: ast.Subscript, lines: list[ast.AST]) -> ast.Subscript:
        """The same cell, by variables that hold its table and its indices."""
        table = self.hold(target.value, lines)
        held = [i if isinstance(i, ast.Constant) else self.hold(i, lines) for i in _indices(target)]
        return ast.Subscript(table, _with_indices(target, held), ast.Load())


def _stored(cell: ast.Subscript, value: ast.expr) -> ast.Assign:
    fitting = ast.Call(ast.Name(FITTING, ast.Load()), [cell.value, value], [])
    return ast.Assign([ast.Subscript(cell.value, cell.slice, ast.Store())], fitting)
