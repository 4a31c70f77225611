import type { UploadReason } from '#domain/studio/uploads/upload-states.ts'

interface RefusalOptions extends ErrorOptions {
  /** For a text in the editor's language. */
  code?: UploadReason
}

/** The file itself is at fault; the summary gives the reason, and the other files continue. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: UploadReason

  constructor(message: string, { code = 'broken', ...options }: RefusalOptions = {}) {
    super(message, options)
    this.code = code
  }
}
