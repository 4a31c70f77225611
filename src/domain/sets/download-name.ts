/** What a file system refuses, takes for a folder, or shows in another order. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"\\/:*?<>|]/gu
/** Of a name in UTF-8. File systems take 255; a zip adds a number to names that it has twice. */
const MOST_BYTES = 200

/** File name of a saved film, which every system can store: `nagare_torii-in-the-tide.mp4`. */
export function downloadName(siteName: string, fileName: string): string {
  const name = `${siteName.toLowerCase()}_${fileName}`.normalize('NFC').replace(UNSAFE, '_')
  return shortened(name.replace(/^[. ]+/, '').replace(/[. ]+$/, ''))
}

/** Whole characters, with the extension. */
function shortened(name: string): string {
  const extension = /\.\w{1,8}$/.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - extension.length)
  const room = new Uint8Array(MOST_BYTES - extension.length)
  return stem.slice(0, new TextEncoder().encodeInto(stem, room).read) + extension
}
