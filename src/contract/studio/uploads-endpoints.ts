import { del, get, post } from '../request.ts'
import {
  type KnownAnswer,
  UPLOADS_PATH,
  type UploadLine,
  type UploadList,
  type UploadsQuery,
} from './uploads.ts'

/** The latest lines, newest first; for admin and editors, as all of these. */
export const uploadList = get<UploadsQuery, UploadList>(
  (query) => `${UPLOADS_PATH}?${new URLSearchParams({ ...query })}`,
)

/** Whether the library has these bytes already. */
export const uploadKnown = get<{ sha256: string }, KnownAnswer>(
  ({ sha256 }) => `${UPLOADS_PATH}/known?sha256=${sha256}`,
)

/** Nothing more of this drop comes: its media are rendered. What is still being sent follows by itself. May be repeated. */
export const closeBatch = post<{ id: string }, void>(
  ({ id }) => `${UPLOADS_PATH}/batches/${id}/close`,
  () => ({}),
)

/** Stops it, wherever it is. 409 `UPLOAD_OVER` if it has ended. */
export const cancelUpload = post<{ id: string }, UploadLine>(
  ({ id }) => `${UPLOADS_PATH}/${id}/cancel`,
  () => ({}),
)

/** Of a failed or cancelled upload whose bytes are here; else 409 `UPLOAD_OVER`. */
export const retryUpload = post<{ id: string }, UploadLine>(
  ({ id }) => `${UPLOADS_PATH}/${id}/retry`,
  () => ({}),
)

/** Removes the line and what is left of its bytes; a clip made of it stays. One under way is cancelled first. */
export const removeUpload = del<{ id: string }, void>(({ id }) => `${UPLOADS_PATH}/${id}`)

/** Renders a clip again with today's presets, from its original. 409 `ORIGINAL_GONE` if that was not kept. */
export const renderAgain = post<{ id: number }, UploadLine>(
  ({ id }) => `/api/studio/clips/${id}/render`,
  () => ({}),
)
