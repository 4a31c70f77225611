/**
 * On SQLite the one parameter of a statement that shall run once for each row, without the way through Kysely each time.
 * Column by column, which crosses from one thread to another faster than row by row.
 */
export class ManyRows {
  readonly columns: readonly (readonly unknown[])[]

  constructor(columns: readonly (readonly unknown[])[]) {
    this.columns = columns
  }
}
