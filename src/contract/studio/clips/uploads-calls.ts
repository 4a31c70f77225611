import { editor } from '../../call.ts'
import {
  BatchParams,
  KnownAnswer,
  KnownQuery,
  UploadLine,
  UploadList,
  UploadParams,
  UploadsQuery,
} from './uploads.ts'

export const uploadList = editor.get('/api/studio/uploads', {
  does: 'The latest uploads, newest first.',
  query: UploadsQuery,
  answer: UploadList,
})

export const uploadKnown = editor.get('/api/studio/uploads/known', {
  does: 'Whether the library has a clip with these bytes.',
  example: { sha256: '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef' },
  query: KnownQuery,
  answer: KnownAnswer,
})

export const closeBatch = editor.post('/api/studio/uploads/batches/{id}/close', {
  does: 'The batch is complete: its media are rendered, files still being sent follow; may be repeated.',
  example: { id: 'batch-of-monday' },
  params: BatchParams,
})

const ofUpload = { example: { id: '0123456789abcdef0123456789abcdef' }, params: UploadParams } as const

export const cancelUpload = editor.post('/api/studio/uploads/{id}/cancel', {
  does: 'Stops an upload in any state.',
  ...ofUpload,
  answer: UploadLine,
  errors: ['uploadNotFound', 'uploadOver', 'forbidden'],
})

export const retryUpload = editor.post('/api/studio/uploads/{id}/retry', {
  does: 'Retries a failed or cancelled upload whose bytes are kept.',
  ...ofUpload,
  answer: UploadLine,
  errors: ['uploadNotFound', 'uploadOver', 'forbidden'],
})

export const removeUpload = editor.del('/api/studio/uploads/{id}', {
  does: 'Removes an upload and its bytes; its clip stays.',
  ...ofUpload,
  errors: ['uploadNotFound', 'forbidden'],
})
