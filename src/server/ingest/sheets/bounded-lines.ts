/** Lines for people: the first ones, each cut to a readable length, and how many there are in all. */
export interface BoundedLines {
  first: string[]
  count: number
}

/** Nobody reads more. */
const MOST_LINES = 500
const LONGEST_LINE = 300

export const noLines = (): BoundedLines => ({ first: [], count: 0 })

/** A file may be wrong in a million places, so the others are only counted. */
export function addLine(lines: BoundedLines, text: string): void {
  lines.count += 1
  if (lines.first.length < MOST_LINES) lines.first.push(cut(text, LONGEST_LINE))
}

/** The first lines, and how many more there are. */
export function listed({ first, count }: BoundedLines): string[] {
  return count > first.length ? [...first, `and ${count - first.length} more`] : first
}

/** At most `longest` letters, with "…" where some are left out. */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
