import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'

/** Sheets are read whole. */
export const MOST_SHEET_FILE_BYTES = 32 * 1024 * 1024

/** The file; of a larger one the first bytes, one more than are allowed, so that it is refused. */
export function readSheetFile(path: string): Promise<Buffer> {
  return buffer(createReadStream(path, { end: MOST_SHEET_FILE_BYTES }))
}

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

/** The separator that occurs most in the header, a comma if there is none, and how many columns it makes. */
export function separatorOf(text: string): { delimiter: ',' | ';' | '\t'; columns: number } {
  const header = text.slice(0, /\r|\n/.exec(text)?.index ?? text.length).replace(/"[^"]*"/g, '')
  const found = ([',', ';', '\t'] as const).map((delimiter) => ({
    delimiter,
    columns: 1 + timesIn(header, delimiter),
  }))
  return found.reduce((best, each) => (each.columns > best.columns ? each : best))
}

/** Without an array of the parts, which may be millions. */
function timesIn(text: string, letter: string): number {
  let times = 0
  for (let at = text.indexOf(letter); at !== -1; at = text.indexOf(letter, at + 1)) times++
  return times
}
