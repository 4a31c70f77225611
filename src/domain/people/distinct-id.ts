/**
 * By which analytics know a person: the account's id as text, since PostHog compares ids as text.
 * @throws TypeError for an empty id, or a number that is none: all who had it would be counted as one person
 */
export function distinctId(id: number | string): string {
  const text = typeof id === 'number' && !Number.isFinite(id) ? '' : String(id).trim()
  if (!text) throw new TypeError('The id is empty')
  return text
}
