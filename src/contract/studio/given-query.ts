/** Parameters of an address, without those that are absent or empty. */
export function givenQuery(params: object): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== '')
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
}
