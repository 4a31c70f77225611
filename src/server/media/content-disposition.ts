const UNSAFE = /[\p{Cc}\p{Cf}"\\/:*?<>|]/gu
const NOT_ASCII = /[^\x20-\x7e]/g

/** RFC 6266: an ASCII name and, if that loses letters, the real one (RFC 8187). Forbidden characters become `_`. */
export function contentDisposition(disposition: 'inline' | 'attachment', fileName?: string): string {
  if (!fileName) return disposition
  const name = fileName.toWellFormed().replace(UNSAFE, '_')
  const ascii = name.replace(NOT_ASCII, '_').replaceAll('%', '_')
  const plain = `${disposition}; filename="${ascii}"`
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encodeExtended(name)}`
}

/** encodeURIComponent leaves `'()*!`; RFC 8187 allows only the last. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
