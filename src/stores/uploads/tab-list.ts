/** A list that this tab keeps over a reload. */
export function readTabList<One>(key: string): One[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]')
  } catch {
    return []
  }
}

export function keepTabList(key: string, list: readonly unknown[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(list))
  } catch {
    // Storage is full or forbidden: a reload forgets the list.
  }
}
