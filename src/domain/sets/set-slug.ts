const MAX_SLUG_LENGTH = 80

const SLUG = /^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u

/**
 * The `{id}` of a promotion or a curated set: its name in lower case, spaces and underscores as dashes, 1 to 80
 * letters of any script, digits and dashes. undefined where the name holds anything else, or nothing.
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
