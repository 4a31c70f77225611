declare const placeholders: unique symbol

/** A text with `{name}`; `fill` requires a value for each name. */
export type Template<Name extends string> = string & { readonly [placeholders]?: Name }

const PLACEHOLDER = /\{([A-Za-z]+)\}/g

/** Names in braces, unique and sorted. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))].toSorted()
}

/** Numbers are inserted as they are: format them first. */
export function fill<Name extends string>(
  text: Template<Name>,
  values: Record<NoInfer<Name>, string | number>,
): string {
  return text.replace(PLACEHOLDER, (_, name: Name) => String(values[name]))
}
