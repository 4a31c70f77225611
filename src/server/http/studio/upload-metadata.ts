/** The pairs of an `Upload-Metadata` header: keys, and values in base64 of UTF-8. */
export function metadataOf(header: string | string[] | undefined): Record<string, string> {
  const pairs = String(header ?? '')
    .split(',')
    .map((pair) => pair.trim().split(/ +/, 2))
    .filter(([key]) => key)
  return Object.fromEntries(
    pairs.map(([key, value = '']) => [key!, Buffer.from(value, 'base64').toString('utf8')]),
  )
}
