/** `temples_and_shrines` → `Temples And Shrines`: the specification's title of a category or a promotion. */
export function tagTitle(tag: string): string {
  return tag
    .replace(/[_-]+/g, ' ')
    .trim()
    .replace(/(^|\s)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
}
