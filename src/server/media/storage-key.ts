import { AppError } from '#contract/errors.ts'

const SEGMENT = '[a-z0-9][a-z0-9._-]{0,199}'
const KEY = new RegExp(`^${SEGMENT}(?:/${SEGMENT})*$`)
const LONGEST_KEY = 512

/** Whether this can name a stored object: no segment is empty or begins with a dot, so none can climb or hide. */
export function isKey(key: string): boolean {
  return key.length <= LONGEST_KEY && KEY.test(key)
}

/** AppError('badKey') for whatever cannot name a stored object. */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new AppError('badKey')
}

/** The segments of a prefix such as `full`, `full/` or `` (everything). AppError('badKey') for any other. */
export function prefixSegments(prefix: string): string[] {
  const folder = prefix.endsWith('/') ? prefix.slice(0, -1) : prefix
  if (folder === '' && prefix === '') return []
  assertKey(folder)
  return folder.split('/')
}
