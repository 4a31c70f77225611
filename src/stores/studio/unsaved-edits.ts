/** Unsaved edits of a clip, and the values that they replace. */
export interface UnsavedEdits<Fields> {
  base: Partial<Fields>
  edits: Partial<Fields>
}

const keyOf = (id: number) => `clip-edits-${id}`

/** Stores them in this tab, so that a reload without a network loses nothing; an empty set deletes them. */
export function storeEdits<Fields extends object>(id: number, unsaved: UnsavedEdits<Fields>): void {
  try {
    if (Object.keys(unsaved.edits).length === 0) sessionStorage.removeItem(keyOf(id))
    else sessionStorage.setItem(keyOf(id), JSON.stringify(unsaved))
  } catch {
    // Storage is full or forbidden: the edits last as long as the page.
  }
}

/** Undefined if there are none, or none readable. */
export function storedEdits<Fields extends object>(id: number): UnsavedEdits<Fields> | undefined {
  try {
    const unsaved = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null')
    return unsaved?.edits && unsaved.base ? unsaved : undefined
  } catch {
    return undefined
  }
}
