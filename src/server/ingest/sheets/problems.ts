import { FIELD_PROBLEMS, type SheetProblem } from '#domain/studio/library/sheet-problems.ts'

/** Problems of a sheet: the first ones, and how many there are in all, since it may be wrong in a million places. */
export interface Problems {
  first: SheetProblem[]
  count: number
  /** Rows with fields that are left out. */
  partial: Set<number>
}

/** Nobody reads more. */
const MOST = 500
/** Letters of a name or field. */
const LONGEST = 80

export const noProblems = (): Problems => ({ first: [], count: 0, partial: new Set() })

export function addProblem(problems: Problems, problem: SheetProblem): void {
  const { code, row, name, value } = problem
  problems.count += 1
  if (row && (FIELD_PROBLEMS as readonly string[]).includes(code)) problems.partial.add(row)
  if (problems.first.length === MOST) return
  const cut = { ...(name && { name: cutText(name) }), ...(value && { value: cutText(value) }) }
  problems.first.push({ ...problem, ...cut })
}

/** A name or field for people, with "…" where letters are left out. */
export function cutText(text: string): string {
  if (text.length <= LONGEST) return text
  return `${text.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
