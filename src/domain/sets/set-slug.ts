const MAX_NAME_LENGTH = 80

/** The letters of an address's tail, without similar ones. */
export const TAIL_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
export const TAIL_LENGTH = 8

const SLUG = /^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u
/** At least one digit and one letter, so that no word looks like a tail. */
const TAIL = /-(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{8}$/

/**
 * The slug of a set's name: in lower case, spaces and underscores as dashes; 1 to 80 letters of any script, digits and
 * dashes. Undefined for any other name.
 */
export function setSlug(name: string): string | undefined {
  return slugUpTo(MAX_NAME_LENGTH, name)
}

/** The `{id}` of a set from any spelling of it: the slug of its name, which may have a tail. */
export function setId(text: string): string | undefined {
  return slugUpTo(MAX_NAME_LENGTH + 1 + TAIL_LENGTH, text)
}

/** An `{id}` without its tail, for people to read. */
export function withoutTail(id: string): string {
  return id.replace(TAIL, '')
}

function slugUpTo(most: number, text: string): string | undefined {
  const slug = text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/gu, '-')
    .replace(/^-|-$/g, '')
  return SLUG.test(slug) && [...slug].length <= most ? slug : undefined
}
