import { AppError } from '#contract/errors.ts'

const SEGMENT = '[a-z0-9][a-z0-9._-]{0,199}'
const KEY = new RegExp(`^${SEGMENT}(?:/${SEGMENT})*$`)
const LONGEST_KEY = 512
const PUBLIC_FOLDERS = ['poster', 'preview', 'watermarked', 'sheet', 'shop', 'still']
/** Full films, and files of clips that are made on demand. */
const SIGNED_FOLDERS = ['full', 'made']

/** Whatever lies in these is named by a row of a clip or set, or left over. */
export const SWEPT_FOLDERS = 'poster preview watermarked full sheet still original made'.split(' ')

/** Key of a clip's original, by its SHA-256 in hex. Nobody gets a URL of it. */
export const originalKey = (sha256: string) => `original/${sha256}`

/** Whether this is a valid key: no segment is empty or starts with a dot, so no key leaves the root or is hidden. */
export function isKey(key: string): boolean {
  return key.length <= LONGEST_KEY && KEY.test(key)
}

/** @throws AppError('badKey') */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new AppError('badKey')
}

/** The segments of a prefix such as `full`, `full/` or `` (everything). @throws AppError('badKey') */
export function prefixSegments(prefix: string): string[] {
  const folder = prefix.endsWith('/') ? prefix.slice(0, -1) : prefix
  if (folder === '' && prefix === '') return []
  assertKey(folder)
  return folder.split('/')
}

/** Who may read a key: anybody, the holder of a signed URL, or nobody. Keys are content-hashed, so caches last. */
export function accessOf(key: string): 'public' | 'signed' | 'never' {
  const [folder = '', ...rest] = key.split('/')
  if (rest.length === 0) return 'never'
  if (PUBLIC_FOLDERS.includes(folder)) return 'public'
  return SIGNED_FOLDERS.includes(folder) ? 'signed' : 'never'
}
