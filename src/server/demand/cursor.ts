/** Where a page of a list ends: the figure and key of its last row. */
export interface Cursor {
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
