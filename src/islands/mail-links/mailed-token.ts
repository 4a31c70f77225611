/**
 * The token of a mailed link, taken out of the address bar at once: it must not stay in the history, be bookmarked or
 * be seen on a shared screen. Empty where the link has none.
 */
export function takeMailedToken(): string {
  const { hash, pathname, search } = location
  if (hash) history.replaceState(history.state, '', pathname + search)
  return new URLSearchParams(hash.slice(1)).get('token') ?? ''
}
