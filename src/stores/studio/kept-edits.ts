/** Unsaved edits of a clip, and the values that they replace. */
export interface KeptEdits<Fields> {
  base: Partial<Fields>
  edits: Partial<Fields>
}

const keyOf = (id: number) => `clip-edits-${id}`

/** Stores them in this tab, so that a reload without a network loses nothing; an empty set deletes them. */
export function keepEdits<Fields extends object>(id: number, kept: KeptEdits<Fields>): void {
  try {
    if (Object.keys(kept.edits).length === 0) sessionStorage.removeItem(keyOf(id))
    else sessionStorage.setItem(keyOf(id), JSON.stringify(kept))
  } catch {
    // Storage is full or forbidden: the edits last as long as the page.
  }
}

/** Undefined if there are none, or none readable. */
export function keptEdits<Fields extends object>(id: number): KeptEdits<Fields> | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null')
    return kept?.edits && kept.base ? kept : undefined
  } catch {
    return undefined
  }
}
