import type { Token } from '#server/search/text/tokens.ts'

/** What a clip's tokens must satisfy. Made by the application alone: no text of a visitor is in it, only tokens. */
export type Expression =
  | Token
  | { phrase: readonly Token[] }
  | { all: readonly Expression[] }
  | { any: readonly Expression[] }
  | { every: Expression; but: Expression }

export function all(parts: readonly Expression[]): Expression {
  return parts.length === 1 ? parts[0]! : { all: parts }
}

export function any(parts: readonly Expression[]): Expression {
  const distinct = [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()]
  return distinct.length === 1 ? distinct[0]! : { any: distinct }
}

/** Tokens side by side in this order. */
export function phrase(tokens: readonly Token[]): Expression {
  return tokens.length === 1 ? tokens[0]! : { phrase: tokens }
}

/** The same as FTS5 writes it (sqlite.org/fts5.html, "Full-text Query Syntax"). */
export function fts5Query(expression: Expression): string {
  if (typeof expression === 'string') return expression
  if ('phrase' in expression) return `"${expression.phrase.join(' ')}"`
  if ('all' in expression) return `(${expression.all.map(fts5Query).join(' AND ')})`
  if ('any' in expression) return `(${expression.any.map(fts5Query).join(' OR ')})`
  return `(${fts5Query(expression.every)} NOT ${fts5Query(expression.but)})`
}

/** The same as a PostgreSQL `tsquery` literal. */
export function tsQuery(expression: Expression): string {
  if (typeof expression === 'string') return expression
  if ('phrase' in expression) return `(${expression.phrase.join('<->')})`
  if ('all' in expression) return `(${expression.all.map(tsQuery).join('&')})`
  if ('any' in expression) return `(${expression.any.map(tsQuery).join('|')})`
  return `(${tsQuery(expression.every)}&!${tsQuery(expression.but)})`
}

/**
 * What a clip that satisfies an expression must have, wherever its tokens stand: the same without what needs their
 * places, which a GIN index does not know. The expression itself where it needs none.
 */
export function withoutPlaces(expression: Expression): Expression {
  if (typeof expression === 'string') return expression
  if ('phrase' in expression) return all(expression.phrase)
  if ('all' in expression) return { all: expression.all.map(withoutPlaces) }
  if ('any' in expression) return { any: expression.any.map(withoutPlaces) }
  const every = withoutPlaces(expression.every)
  return needsPlaces(expression.but) ? every : { every, but: expression.but }
}

/** Whether tokens must stand side by side. */
export function needsPlaces(expression: Expression): boolean {
  if (typeof expression === 'string') return false
  if ('phrase' in expression) return true
  if ('all' in expression) return expression.all.some(needsPlaces)
  if ('any' in expression) return expression.any.some(needsPlaces)
  return needsPlaces(expression.every) || needsPlaces(expression.but)
}
