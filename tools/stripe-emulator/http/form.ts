/** A form value: text, or a tree for bracketed names. The names in an array's tree are numbers. */
export type Node = string | Tree
export interface Tree {
  [name: string]: Node
}

/** Parses `a=1&b[c][]=2&d[0][e]=3` into a tree without prototype. Later values replace earlier ones. */
export function parseForm(text: string): Tree {
  const root: Tree = Object.create(null)
  for (const [key, value] of new URLSearchParams(text)) place(root, namesOf(key), value)
  return root
}

/** `items[0][price]` → `['items', '0', 'price']`; `expand[]` → `['expand', '']`. */
function namesOf(key: string): string[] {
  const open = key.indexOf('[')
  if (open <= 0 || !key.endsWith(']')) return [key]
  return [key.slice(0, open), ...key.slice(open + 1, -1).split('][')]
}

function place(root: Tree, names: string[], value: string): void {
  let tree = root
  for (const name of names.slice(0, -1)) tree = branch(tree, nameIn(tree, name))
  tree[nameIn(tree, names.at(-1)!)] = value
}

/** Empty brackets append. */
function nameIn(tree: Tree, name: string): string {
  return name === '' ? String(Object.keys(tree).length) : name
}

function branch(tree: Tree, name: string): Tree {
  const child = tree[name]
  if (typeof child === 'object') return child
  const fresh: Tree = Object.create(null)
  tree[name] = fresh
  return fresh
}
