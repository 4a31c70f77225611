/** The query of an address, with `?`; empty without values. */
export function addressOf(query: object): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') params.set(name, String(value))
  const text = String(params)
  return text && `?${text}`
}
