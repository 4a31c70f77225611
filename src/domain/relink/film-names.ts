/** Names that one call looks up. */
export const MOST_NAMES = 100

/** `.mp4` as bytes read one by one (windows-1252), in UTF-8 or UTF-16LE; not if another follows, as in `a.mp4.mp4`. */
const ENDS = /\.(?:mp4(?!\.mp4)|\p{Cc}m\p{Cc}p\p{Cc}4(?!\p{Cc}\.\p{Cc}m))/giu
/** Most bytes before `.mp4` that may belong to a name: each of 200 bytes escaped as `%E9`, or a letter as `&#x9CE5;`. */
const REACH = 800
/** Characters that no name of a film has, see downloadName(). */
const OUTSIDE = /^.*[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"\\/:*?<>|]/su
/** Of a name, in UTF-16; a copy's mark comes on top of 200 bytes. */
const LONGEST = 240
/** Bytes that one part of a file must share with the next. */
export const OVERLAP = 2 * REACH + 16

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Names of films in a part of any file that begin with a prefix (`nagare_`) and end with `.mp4`: plain, escaped as in
 * XML or JSON, percent-encoded, in UTF-8 or UTF-16LE.
 */
export function filmNamesIn(bytes: Uint8Array, prefix: string): Set<string> {
  const names = new Set<string>()
  let last = 0
  for (const { 0: ending, index } of new TextDecoder('latin1').decode(bytes).matchAll(ENDS)) {
    const wide = ending.length > 4
    const end = index + (wide ? 8 : 4)
    const start = Math.max(last, index - (wide ? 2 * REACH : REACH))
    // UTF-16 is read from an even distance.
    const part = bytes.subarray(wide ? start + ((index - start) % 2) : start, end)
    last = end
    const name = nameAtEnd(new TextDecoder(wide ? 'utf-16le' : 'utf-8').decode(part), prefix)
    if (name) names.add(name)
  }
  return names
}

function nameAtEnd(text: string, prefix: string): string | undefined {
  const segment = percentDecoded(unescaped(text)).normalize('NFC').replace(OUTSIDE, '')
  const at = segment.indexOf(prefix)
  return at < 0 || segment.length - at > LONGEST ? undefined : segment.slice(at)
}

const unescaped = (text: string) =>
  text
    .replace(/\\u([\da-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#x([\da-f]{1,6});|&#(\d{1,7});|&(amp|lt|gt|quot|apos);/gi, (whole, hex, decimal, name) => {
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      if (name) return ENTITIES[name.toLowerCase()] ?? whole
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })

/** Bytes that are no UTF-8 stay as they are. */
const percentDecoded = (text: string) =>
  text.replace(/(?:%[\da-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped)
    } catch {
      return escaped
    }
  })

/** What browsers and systems make of a name that a folder already has: `a (1).mp4`, `a copy 2.mp4`, `a - Copy.mp4`. */
const COPY =
  /(?: \(\d{1,3}\)| copy(?: \d{1,3})?| - (?:Copy|コピー)(?: \(\d{1,3}\))?| のコピー(?: \d{1,3})?)(?=\.mp4$)/i

/** The name under which the shop gave a film: without what marks a second copy. */
export const withoutCopyMark = (name: string) => name.replace(COPY, '')
