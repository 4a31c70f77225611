const PUBLIC_FOLDERS = ['poster', 'preview', 'watermarked', 'sheet']
const SIGNED_FOLDER = 'full'

/**
 * Who may read the bytes under a key: anybody, the holder of a signed URL, or nobody. Keys are content-hashed, so public
 * files may be cached forever.
 */
export function accessOf(key: string): 'public' | 'signed' | 'never' {
  const [folder = '', ...rest] = key.split('/')
  if (rest.length === 0) return 'never'
  if (PUBLIC_FOLDERS.includes(folder)) return 'public'
  return folder === SIGNED_FOLDER ? 'signed' : 'never'
}
