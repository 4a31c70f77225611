import { AppError } from '#contract/errors.ts'

/** Disk, quota and file size limit: to the operator all three are "no room". */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** What a failed write means: AppError('storageFull') where there is no room, else the error itself. */
export function writeError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return NO_ROOM.includes(code as string) ? new AppError('storageFull', '', { cause: error }) : error
}

/** Whether this says that no such file is there. */
export function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP'
}
