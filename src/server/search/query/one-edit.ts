/** Whether one letter more, less or other, or two neighbours swapped, makes one word of the other. */
export function isOneEditAway(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (a[at] === b[at] && at < a.length) at++
  if (a.length > b.length) return a.slice(at + 1) === b.slice(at)
  if (a.length < b.length) return a.slice(at) === b.slice(at + 1)
  const swapped = a[at] === b[at + 1] && a[at + 1] === b[at]
  return a.slice(at + 1) === b.slice(at + 1) || (swapped && a.slice(at + 2) === b.slice(at + 2))
}
