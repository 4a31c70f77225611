/** What becomes of unsaved edits when somebody else has saved meanwhile. */
export interface Merge<Fields> {
  /** Still to be saved. */
  edits: Partial<Fields>
  /** Fields that both changed, each to something else: a person must choose. */
  conflicts: (keyof Fields)[]
}

/**
 * @param base what the edits began from
 * @param edits what I changed
 * @param present what is stored now
 */
export function mergeEdits<Fields extends object>(
  base: Fields,
  edits: Partial<Fields>,
  present: Fields,
): Merge<Fields> {
  const fields = Object.keys(edits) as (keyof Fields)[]
  const open = fields.filter((field) => !isSame(edits[field], present[field]))
  return {
    edits: Object.fromEntries(open.map((field) => [field, edits[field]])) as Partial<Fields>,
    conflicts: open.filter((field) => !isSame(base[field], present[field])),
  }
}

/** Whether two values of a field are the same; fields hold texts, numbers, null and lists of texts. */
export function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b
  return a.length === b.length && a.every((value, index) => value === b[index])
}
