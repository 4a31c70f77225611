import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { Database } from './schema.ts'

/**
 * Whether a column holds one of these numbers, all of them in one parameter: a list of them would be another statement
 * for each length, to be read and planned anew.
 */
export function oneOf(db: Kysely<Database>, column: string, numbers: readonly number[]): RawBuilder<SqlBool> {
  return engineOf(db) === 'sqlite'
    ? sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(numbers)}))`
    : sql`${sql.ref(column)} = any(cast(${numbers} as bigint[]))`
}
