/**
 * Takes the token out of the URL at once, so that it is not kept in the history, bookmarked or seen on a shared
 * screen. Empty without a token.
 */
export function takeMailedToken(): string {
  const { hash, pathname, search } = location
  if (hash) history.replaceState(history.state, '', pathname + search)
  return new URLSearchParams(hash.slice(1)).get('token') ?? ''
}
