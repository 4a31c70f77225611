import type { CsvValue } from '#server/csv-lines.ts'

/** Where a page of a list ends: the figure and key of its last row. */
interface Cursor {
  value: number
  key: string
}

export function readCursor(text: string | undefined): Cursor | undefined {
  const [, value, key] = /^(\d{1,12}):(.*)$/s.exec(text ?? '') ?? []
  return value === undefined ? undefined : { value: Number(value), key: key! }
}

export function writeCursor({ value, key }: Cursor): string {
  return `${value}:${key}`
}

const LONGEST_PAGE = 200

/** All rows of a list for a sheet, page by page. @param read gets the `next` of the page before */
export async function* sheetPages<Line>(
  read: (page: {
    after: string | undefined
    limit: number
  }) => Promise<{ lines: Line[]; next: string | null }>,
  row: (line: Line) => CsvValue[],
): AsyncGenerator<CsvValue[][]> {
  for (let after: string | null | undefined; after !== null; ) {
    const { lines, next } = await read({ after, limit: LONGEST_PAGE })
    yield lines.map(row)
    after = next
  }
}
