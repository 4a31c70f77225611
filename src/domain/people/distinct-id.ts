/**
 * The account's id as analytics know it: text, since PostHog compares ids as text.
 * @throws TypeError for an empty id or NaN: everyone with it would count as one person
 */
export function distinctId(id: number | string): string {
  const text = typeof id === 'number' && !Number.isFinite(id) ? '' : String(id).trim()
  if (!text) throw new TypeError('The id is empty')
  return text
}
