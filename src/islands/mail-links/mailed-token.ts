/** Takes the token out of the URL, so that no history or bookmark keeps it. Empty without a token. */
export function takeMailedToken(): string {
  const { hash, pathname, search } = location
  if (hash) history.replaceState(history.state, '', pathname + search)
  return new URLSearchParams(hash.slice(1)).get('token') ?? ''
}
