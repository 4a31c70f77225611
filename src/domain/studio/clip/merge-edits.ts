/** Unsaved edits after somebody else has saved. */
export interface Merge<Fields> {
  /** Still to be saved. */
  edits: Partial<Fields>
  /** Fields that both changed to different values: a person must choose. */
  conflicts: (keyof Fields)[]
}

/** @param base the values before the edits @param edits my changes @param present the stored values */
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

/** Whether two values of a field are equal; fields hold texts, numbers, null and lists of texts. */
export function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b
  return a.length === b.length && a.every((value, index) => value === b[index])
}
