import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Sorts after every letter. */
const LAST = '\u{10ffff}'

/** Whether `column` begins with a text: a range of its index, since text sorts by code point. */
export function beginsWith(column: string, text: string): RawBuilder<SqlBool> {
  return sql`(${sql.ref(column)} >= ${text} and ${sql.ref(column)} < ${text + LAST})`
}
