/** Settings as a tree. A list is one setting, whatever is in it. */
export type Tree = { [key: string]: unknown }

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Settings are plain data, with their fields in the schema's order. */
export const isSameSetting = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Every setting by its path, such as `home.title.en`. */
export function leavesOf(tree: object, above = ''): Map<string, unknown> {
  const leaves = new Map<string, unknown>()
  for (const [key, value] of Object.entries(tree)) {
    const path = `${above}${key}`
    if (!isTree(value)) leaves.set(path, value)
    else for (const [below, leaf] of leavesOf(value, `${path}.`)) leaves.set(below, leaf)
  }
  return leaves
}

/** Paths of the settings that differ. */
export function changedPaths(before: object, after: object): string[] {
  const [from, to] = [leavesOf(before), leavesOf(after)]
  const paths = new Set([...from.keys(), ...to.keys()])
  return [...paths].filter((path) => !isSameSetting(from.get(path), to.get(path)))
}

/** A copy of the tree with another value at a path. */
export function withSetting<Settings extends object>(tree: Settings, path: string, value: unknown): Settings {
  const [key = '', ...below] = path.split('.')
  const inner = (tree as Tree)[key]
  const within = typeof inner === 'object' && inner !== null ? inner : {}
  const changed = below.length === 0 ? value : withSetting(within, below.join('.'), value)
  if (Array.isArray(tree)) return tree.with(Number(key), changed) as unknown as Settings
  return { ...tree, [key]: changed }
}
