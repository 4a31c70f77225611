import { del, get, post } from '../request.ts'
import {
  type KnownAnswer,
  UPLOADS_PATH,
  type UploadLine,
  type UploadList,
  type UploadsQuery,
} from './uploads.ts'

/** The latest uploads, newest first; for admin and editors, like the calls below. */
export const uploadList = get<UploadsQuery, UploadList>(
  (query) => `${UPLOADS_PATH}?${new URLSearchParams({ ...query })}`,
)

/** Whether the library has a clip with these bytes. */
export const uploadKnown = get<{ sha256: string }, KnownAnswer>(
  ({ sha256 }) => `${UPLOADS_PATH}/known?sha256=${sha256}`,
)

/** The batch is complete: its media are rendered; files still being sent follow. May be repeated. */
export const closeBatch = post<{ id: string }, void>(
  ({ id }) => `${UPLOADS_PATH}/batches/${id}/close`,
  () => ({}),
)

/** Stops an upload in any state. 409 `UPLOAD_OVER` if it has ended. */
export const cancelUpload = post<{ id: string }, UploadLine>(
  ({ id }) => `${UPLOADS_PATH}/${id}/cancel`,
  () => ({}),
)

/** Retries a failed or cancelled upload whose bytes are kept; else 409 `UPLOAD_OVER`. */
export const retryUpload = post<{ id: string }, UploadLine>(
  ({ id }) => `${UPLOADS_PATH}/${id}/retry`,
  () => ({}),
)

/** Removes an upload and its bytes; its clip stays. A running one is cancelled first. */
export const removeUpload = del<{ id: string }, void>(({ id }) => `${UPLOADS_PATH}/${id}`)

/** Renders a clip again with today's presets, from its original. 409 `ORIGINAL_GONE` if that was not kept. */
export const renderAgain = post<{ id: number }, UploadLine>(
  ({ id }) => `/api/studio/clips/${id}/render`,
  () => ({}),
)
