/**
 * Text of a sheet as spreadsheets and agencies' tools write it: UTF-8, UTF-16 with or without a mark, or Shift_JIS,
 * which Japanese Excel saves. Undefined for anything else.
 */
export function sheetText(bytes: Uint8Array): string | undefined {
  for (const encoding of encodingsOf(bytes)) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // The next one.
    }
  }
  return undefined
}

/** Possible encodings, the likeliest first. */
function encodingsOf(bytes: Uint8Array): string[] {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return ['utf-16le']
  if (first === 0xfe && second === 0xff) return ['utf-16be']
  // A header is mostly Latin or has commas, and every second byte of those is 0.
  if (first === 0 && second !== 0) return ['utf-16be']
  if (first !== 0 && second === 0) return ['utf-16le']
  return ['utf-8', 'shift_jis']
}

/** The separator that occurs most in the header; a comma if there is none. */
export function delimiterOf(text: string): ',' | ';' | '\t' {
  const header = text.slice(0, /\r|\n/.exec(text)?.index ?? text.length).replace(/"[^"]*"/g, '')
  const count = (separator: string) => header.split(separator).length
  const best = ([',', ';', '\t'] as const).toSorted((a, b) => count(b) - count(a))[0]
  return best ?? ','
}
