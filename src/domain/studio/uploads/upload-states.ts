import { isAdmin, type Person } from '../../membership/membership.ts'

/**
 * `sending`: bytes arrive. `waiting`: all have arrived; waits for the batch's end or a worker. `probing`, `rendering`:
 * a worker has it. The others are final: `refused` is the file's own fault, `failed` and `cancelled` may be retried.
 */
export const UPLOAD_STATES = [
  ...(['sending', 'waiting', 'probing', 'rendering'] as const),
  ...(['ready', 'refused', 'failed', 'cancelled'] as const),
] as const
export type UploadState = (typeof UPLOAD_STATES)[number]

/** Why an upload ended, for a text that says what to do. */
export const UPLOAD_REASONS = [
  // Refused: problems of the file.
  ...(['empty', 'kind', 'name', 'codec', 'tooLarge', 'tooSmall', 'shape', 'tooLong', 'tooShort'] as const),
  ...(['broken', 'changed', 'sheet'] as const),
  // A file that the library already has, and a sheet with unknown columns.
  ...(['known', 'sheetUnknown'] as const),
  // Failed.
  ...(['storageFull', 'interrupted', 'expired', 'clipGone', 'damaged', 'unexpected'] as const),
] as const
export type UploadReason = (typeof UPLOAD_REASONS)[number]

const RUNNING: readonly UploadState[] = ['sending', 'waiting', 'probing', 'rendering']

/** Whether an upload is not final yet, so it may be cancelled. */
export const isUnderWay = (state: UploadState) => RUNNING.includes(state)

export const mayRetry = (state: UploadState) => state === 'failed' || state === 'cancelled'

/** Whether the person may cancel, retry or remove an upload: its sender and the admin. */
export function mayChange(person: Person | undefined, { user }: { user: { id: number } | null }): boolean {
  return isAdmin(person) || (person !== undefined && user?.id === person.id)
}
