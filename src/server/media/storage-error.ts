import { AppError } from '#contract/errors.ts'

/** Disk full, quota and file size limit. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** AppError('storageFull') where there was no room, else the error itself. */
export function writeError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return NO_ROOM.includes(code as string) ? new AppError('storageFull', '', { cause: error }) : error
}

export function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP'
}
