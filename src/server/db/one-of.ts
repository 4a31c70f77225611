import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { Db } from './schema.ts'

/** `column in (values)` with one parameter, so that the statement is the same for any length. */
export function oneOf(
  db: Db,
  column: string,
  values: readonly number[] | readonly string[],
): RawBuilder<SqlBool> {
  if (engineOf(db) === 'sqlite')
    return sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
  const type = typeof values[0] === 'string' ? sql`text[]` : sql`bigint[]`
  return sql`${sql.ref(column)} = any(cast(${values} as ${type}))`
}

/** A table `v` whose `value` is a JSON array: rows in one parameter, so that one statement serves any number. */
export function jsonRows(db: Db, rows: readonly unknown[][]): RawBuilder<unknown> {
  const json = wellFormedJson(rows)
  return engineOf(db) === 'sqlite'
    ? sql`json_each(${json}) as v`
    : sql`json_array_elements(cast(${json} as json)) as v(value)`
}

/** Half a surrogate pair is an escape in JSON that PostgreSQL refuses; as a parameter it is U+FFFD. */
function wellFormedJson(rows: readonly unknown[][]): string {
  const json = JSON.stringify(rows)
  if (!json.includes('\\ud')) return json
  return JSON.stringify(rows, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value))
}
