import { del, get, post } from '../call.ts'
import {
  BatchParams,
  KnownAnswer,
  KnownQuery,
  UploadLine,
  UploadList,
  UploadParams,
  UploadsQuery,
} from './uploads.ts'

export const uploadList = get('/api/studio/uploads', {
  does: 'The latest uploads, newest first.',
  may: 'editor',
  query: UploadsQuery,
  answer: UploadList,
})

export const uploadKnown = get('/api/studio/uploads/known', {
  does: 'Whether the library has a clip with these bytes.',
  may: 'editor',
  query: KnownQuery,
  answer: KnownAnswer,
})

export const closeBatch = post('/api/studio/uploads/batches/{id}/close', {
  does: 'The batch is complete: its media are rendered, files still being sent follow; may be repeated.',
  may: 'editor',
  params: BatchParams,
})

export const cancelUpload = post('/api/studio/uploads/{id}/cancel', {
  does: 'Stops an upload in any state.',
  may: 'editor',
  params: UploadParams,
  answer: UploadLine,
  errors: ['uploadNotFound', 'uploadOver', 'forbidden'],
})

export const retryUpload = post('/api/studio/uploads/{id}/retry', {
  does: 'Retries a failed or cancelled upload whose bytes are kept.',
  may: 'editor',
  params: UploadParams,
  answer: UploadLine,
  errors: ['uploadNotFound', 'uploadOver', 'forbidden'],
})

export const removeUpload = del('/api/studio/uploads/{id}', {
  does: 'Removes an upload and its bytes; its clip stays.',
  may: 'editor',
  params: UploadParams,
  errors: ['uploadNotFound', 'forbidden'],
})
