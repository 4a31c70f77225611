import ts from 'typescript'

/** One small change to a file: `text` replaces what lies between the offsets `start` and `end`. */
export interface Mutant {
  start: number
  end: number
  text: string
  kind: string
}

const SWAPPED: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
}

/** Comparisons in Kysely's queries. */
const SQL_SWAPPED: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '=': '!=',
  '!=': '=',
}

/** Every mutant of a TypeScript file, in the order of the text. Types and imports have none. */
export function mutantsOf(path: string, source: string): Mutant[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
    for (const [part, text, kind] of changesOf(node))
      found.push({ start: part.getStart(file), end: part.getEnd(), text, kind })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

type Change = [part: ts.Node, text: string, kind: string]

function changesOf(node: ts.Node): Change[] {
  return [...operators(node), ...conditions(node), ...values(node), ...statements(node), ...queries(node)]
}

function operators(node: ts.Node): Change[] {
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [[node, node.operand.getText(), 'not']]
  if (!ts.isBinaryExpression(node)) return []
  const swapped = SWAPPED[node.operatorToken.getText()]
  return swapped ? [[node.operatorToken, swapped, 'operator']] : []
}

function conditions(node: ts.Node): Change[] {
  const condition =
    ts.isIfStatement(node) || ts.isWhileStatement(node)
      ? node.expression
      : ts.isConditionalExpression(node)
        ? node.condition
        : undefined
  return condition ? [[condition, `!(${condition.getText()})`, 'condition']] : []
}

function values(node: ts.Node): Change[] {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [[node, 'false', 'boolean']]
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [[node, 'true', 'boolean']]
  return ts.isNumericLiteral(node) ? [[node, String(Number(node.text) + 1), 'number']] : []
}

/** Replacing these by `undefined` changes nothing, or only types. */
const PLAIN = ['undefined', 'false', 'true', 'null']

/** Statements whose value is unused, `throw`, and values of `return`. */
function statements(node: ts.Node): Change[] {
  if (ts.isThrowStatement(node)) return [[node, ';', 'throw']]
  if (ts.isReturnStatement(node) && node.expression && !PLAIN.includes(node.expression.getText()))
    return [[node.expression, 'undefined', 'return']]
  if (!ts.isExpressionStatement(node)) return []
  const called = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression
  return ts.isCallExpression(called) ? [[node, ';', 'call']] : []
}

/** Removes a `.where(…)`, or changes its comparison. */
function queries(node: ts.Node): Change[] {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
  const { name, expression } = node.expression
  if (name.text !== 'where') return []
  const comparison = node.arguments[1]
  const swapped = comparison && ts.isStringLiteral(comparison) && SQL_SWAPPED[comparison.text]
  const less: Change = [node, expression.getText(), 'where']
  return swapped ? [less, [comparison, `'${swapped}'`, 'operator']] : [less]
}
