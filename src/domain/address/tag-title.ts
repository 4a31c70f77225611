/** `temples_and_shrines` → `Temples And Shrines`: the specified title of a category or promotion. */
export function tagTitle(tag: string): string {
  return tag
    .replace(/[_-]+/g, ' ')
    .trim()
    .replace(/(^|\s)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
}
