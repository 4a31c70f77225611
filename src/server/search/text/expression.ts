import type { Token } from './tokens.ts'

/** The tokens that a clip must have. It holds tokens only, never a visitor's text. */
export type Expression =
  | Token
  | { phrase: readonly Token[] }
  | { all: readonly Expression[] }
  | { any: readonly Expression[] }
  | { include: Expression; exclude: Expression }

/** No clip has it. */
const NO_CLIP: Token = 'zero'

export function all(parts: readonly Expression[]): Expression {
  const each = distinct(parts)
  return each.length === 1 ? each[0]! : { all: each }
}

/** None of no parts. */
export function any(parts: readonly Expression[]): Expression {
  const each = distinct(parts)
  if (each.length === 0) return NO_CLIP
  return each.length === 1 ? each[0]! : { any: each }
}

function distinct(parts: readonly Expression[]): Expression[] {
  return [...new Map(parts.map((part) => [keyOf(part), part])).values()]
}

const keyOf = (part: Expression) => (typeof part === 'string' ? part : JSON.stringify(part))

/** Every position of every token of a phrase is read; this many side by side tell clips apart. */
const LONGEST_PHRASE = 6

/** Tokens side by side in this order; of a longer phrase only the first ones, and the others anywhere. */
export function phrase(tokens: readonly Token[]): Expression {
  const [adjacent, others] = [tokens.slice(0, LONGEST_PHRASE), tokens.slice(LONGEST_PHRASE)]
  return all([adjacent.length === 1 ? adjacent[0]! : { phrase: adjacent }, ...others])
}

/** sqlite.org/fts5.html, "Full-text Query Syntax". */
const FTS5 = {
  phrase: (tokens: readonly Token[]) => `"${tokens.join(' ')}"`,
  ...{ all: ' AND ', any: ' OR ', without: ' NOT ' },
}
const TSQUERY = {
  phrase: (tokens: readonly Token[]) => `(${tokens.join('<->')})`,
  ...{ all: '&', any: '|', without: '&!' },
}

export const fts5Query = (expression: Expression) => written(expression, FTS5)
/** A PostgreSQL `tsquery` literal. */
export const tsQuery = (expression: Expression) => written(expression, TSQUERY)

function written(expression: Expression, syntax: typeof FTS5): string {
  if (typeof expression === 'string') return expression
  const join = (parts: readonly Expression[], by: string) =>
    `(${parts.map((part) => written(part, syntax)).join(by)})`
  if ('phrase' in expression) return syntax.phrase(expression.phrase)
  if ('all' in expression) return join(expression.all, syntax.all)
  if ('any' in expression) return join(expression.any, syntax.any)
  return join([expression.include, expression.exclude], syntax.without)
}

/** A weaker expression without phrases: a GIN index stores no positions. Itself if it has none. */
export function withoutPositions(expression: Expression): Expression {
  if (typeof expression === 'string') return expression
  if ('phrase' in expression) return all(expression.phrase)
  if ('all' in expression) return { all: expression.all.map(withoutPositions) }
  if ('any' in expression) return { any: expression.any.map(withoutPositions) }
  const include = withoutPositions(expression.include)
  return needsPositions(expression.exclude) ? include : { include, exclude: expression.exclude }
}

/** Whether it has a phrase. */
export function needsPositions(expression: Expression): boolean {
  if (typeof expression === 'string') return false
  if ('phrase' in expression) return true
  if ('all' in expression) return expression.all.some(needsPositions)
  if ('any' in expression) return expression.any.some(needsPositions)
  return needsPositions(expression.include) || needsPositions(expression.exclude)
}
