import * as z from 'zod/mini'
import { LIBRARY_STATES } from '#domain/clips/library-state.ts'
import { UPLOAD_KINDS } from '#domain/studio/uploads/upload-kinds.ts'
import { UPLOAD_REASONS, UPLOAD_STATES } from '#domain/studio/uploads/upload-states.ts'
import { SheetResult } from './sheets.ts'

/** The address of the tus server (protocol 1.0.0: creation, resuming); an upload is below it, by its id. */
export const UPLOADS_PATH = '/api/studio/uploads'

/** Server-sent events, by `fetch` with a bearer token: see UploadsEvent. */
export const EVENTS_PATH = '/api/studio/events'

/** The id in tus: the last segment of the upload's URL. */
const uploadId = z.string().check(z.regex(/^[0-9a-f]{32}$/, 'must be the id of an upload'))

/** Made by the browser, the same for files dropped together. */
const batchId = z.string().check(z.regex(/^[a-z0-9-]{8,64}$/, 'must be 8 to 64 of a-z, 0-9 and -'))

/**
 * Keys of `Upload-Metadata`, each value in base64 of UTF-8. `filename` is required. `folder`: path below the dropped
 * folder, with `/`. `batch`: media of a batch are rendered when it is closed, so that a sheet sent last still counts;
 * without a batch, at once. `sha256`: hex. `replaces`: the id of the clip whose file it replaces.
 */
export const UploadMetadata = z.object({
  filename: z.string().check(z.minLength(1), z.maxLength(255)),
  folder: z._default(z.optional(z.string().check(z.maxLength(1000))), ''),
  batch: z.optional(batchId),
  sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  replaces: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
})
export type UploadMetadata = z.infer<typeof UploadMetadata>

/** One file on its way into the library. */
export const UploadLine = z.object({
  id: uploadId,
  batch: z.nullable(z.string()),
  file_name: z.string(),
  folder: z.string(),
  kind: z.enum(UPLOAD_KINDS),
  /** Of the whole file, and how many have arrived (updated every few seconds). */
  bytes: z.int(),
  received: z.int(),
  /** Who sent it; null for the command line or a deleted account. */
  user: z.nullable(z.object({ id: z.int(), name: z.string() })),
  state: z.enum(UPLOAD_STATES),
  /** What the worker is doing; empty before and after. */
  stage: z.enum(['', 'reading', 'poster and preview', 'films', 'storing']),
  /** Finished share of the worker's work, 0 to 1. */
  ratio: z.number(),
  /** Path of a small poster as soon as it exists, else empty. */
  poster: z.string(),
  /** `text` is English and may name details. */
  reason: z.nullable(z.object({ code: z.enum(UPLOAD_REASONS), text: z.string() })),
  /** What became of a sheet that was read. */
  sheet: z.nullable(SheetResult),
  /** The clip it became, was already, or replaces. */
  clip: z.nullable(z.int()),
  clip_state: z.nullable(z.enum(LIBRARY_STATES)),
  replaces: z.nullable(z.int()),
  /** Whether it may be retried: it failed or was cancelled, and its bytes are still here. */
  retry: z.boolean(),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
  finished: z.nullable(z.iso.datetime()),
})
export type UploadLine = z.infer<typeof UploadLine>

/** Newest first, at most 500. `at`: pass it as `after` next time to get only the uploads changed since. */
export const UploadList = z.object({ uploads: z.array(UploadLine), at: z.iso.datetime() })
export type UploadList = z.infer<typeof UploadList>

export const UploadsQuery = z.object({
  after: z.optional(z.iso.datetime()),
  state: z.optional(z.enum(UPLOAD_STATES)),
  batch: z.optional(batchId),
})
export type UploadsQuery = z.infer<typeof UploadsQuery>

export const UploadParams = z.object({ id: uploadId })
export const BatchParams = z.object({ id: batchId })
export const KnownQuery = z.object({ sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })

/** The clip with the same bytes; null without one. */
export const KnownAnswer = z.object({ clip: z.nullable(z.int()) })
export type KnownAnswer = z.infer<typeof KnownAnswer>

/** Data of the event `uploads`: the changed ones. */
export interface UploadsEvent {
  uploads: UploadLine[]
}
