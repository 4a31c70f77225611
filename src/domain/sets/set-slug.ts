const MAX_SLUG_LENGTH = 80

const SLUG = /^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u

/**
 * The `{id}` of a set: its name in lower case, spaces and underscores as dashes; 1 to 80 letters of any script,
 * digits and dashes. Undefined for any other name.
 */
export function setSlug(name: string): string | undefined {
  const slug = name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/gu, '-')
    .replace(/^-|-$/g, '')
  return SLUG.test(slug) && [...slug].length <= MAX_SLUG_LENGTH ? slug : undefined
}
