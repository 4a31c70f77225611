/** Characters that a file system refuses, reads as a folder, or that change the order of display. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"\\/:*?<>|]/gu
/** Most bytes of a name in UTF-8. File systems allow 255; a zip appends numbers to duplicates. */
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
