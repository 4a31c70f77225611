const PUBLIC_FOLDERS = ['poster', 'preview', 'watermarked', 'sheet']
const SIGNED_FOLDER = 'full'

/**
 * Who may be given the bytes under a key: anyone, the holder of a signed URL, or nobody.
 * Keys are content-hashed, so what is public may be cached for ever.
 */
export function accessOf(key: string): 'public' | 'signed' | 'never' {
  const [folder = '', ...rest] = key.split('/')
  if (rest.length === 0) return 'never'
  if (PUBLIC_FOLDERS.includes(folder)) return 'public'
  return folder === SIGNED_FOLDER ? 'signed' : 'never'
}
