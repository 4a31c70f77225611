declare const placeholders: unique symbol

/** A text with `{name}` in it; `fill` asks for a value of every name. */
export type Template<Name extends string> = string & { readonly [placeholders]?: Name }

const PLACEHOLDER = /\{([A-Za-z]+)\}/g

/** The names between braces, each once, in the order of the alphabet. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))].toSorted()
}

/** Numbers are written as they are: format them for the reader first. */
export function fill<Name extends string>(
  text: Template<Name>,
  values: Record<NoInfer<Name>, string | number>,
): string {
  return text.replace(PLACEHOLDER, (_, name: Name) => String(values[name]))
}
