/**
 * Which rows differ from the stored ones, and which stored ones are obsolete: figures are made again and again, and
 * few change. @param keyOf names a row
 */
export function differences<Row extends object>(
  stored: readonly Row[],
  made: Iterable<Row>,
  keyOf: (row: Row) => string,
): { changed: Row[]; gone: Row[] } {
  const left = new Map(stored.map((row) => [keyOf(row), row]))
  const changed = [...made].filter((row) => {
    const known = left.get(keyOf(row))
    left.delete(keyOf(row))
    const columns = Object.keys(row) as (keyof Row)[]
    return !known || columns.some((column) => known[column] !== row[column])
  })
  return { changed, gone: [...left.values()] }
}
