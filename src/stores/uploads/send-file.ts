import { type DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client'
import { UPLOADS_PATH, type UploadMetadata } from '#contract/studio/clips/uploads.ts'
import { freshToken } from '../auth/auth.ts'

/** The server's refusal of the file, by code. */
export class SendRefused extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.name = 'SendRefused'
    this.code = code
  }
}

interface Sending {
  metadata: UploadMetadata
  signal: AbortSignal
  onProgress: (bytes: number) => void
  /** Called as soon as the upload has a URL, with its id. */
  onId: (id: string) => void
  /** Called with the batch of an upload that an earlier page began. */
  onResume: (batch: string) => void
}

/** Answers that are the file's or the member's fault: a retry would not help. */
const isFinal = (status: number) =>
  status >= 400 && status < 500 && ![401, 408, 409, 423, 429].includes(status)

/**
 * Sends a file by tus, from where an interrupted upload of the same file stopped, also before a reload. @throws
 * SendRefused; Error if the server is unreachable, so that the caller retries; the signal's reason
 */
export async function sendFile(
  file: File,
  { metadata, signal, onProgress, onId, onResume }: Sending,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const upload = new Upload(file, {
    endpoint: UPLOADS_PATH,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined)),
    removeFingerprintOnSuccess: true,
    // The queue retries, since it knows the other files.
    retryDelays: null,
    onBeforeRequest: async (request) => request.setHeader('Authorization', `Bearer ${await freshToken()}`),
    onAfterResponse: keepUpload,
    onUploadUrlAvailable: () => onId(idOf(upload.url)),
    onProgress: (sent) => onProgress(sent),
    onSuccess: () => resolve(),
    onError: (error) => reject(refusalOf(error) ?? error),
  })
  const [earlier] = await upload.findPreviousUploads()
  if (earlier) upload.resumeFromPreviousUpload(earlier)
  const batch = earlier?.metadata.batch
  if (batch && batch !== metadata.batch) onResume(batch)
  const stop = () => {
    void upload.abort()
    reject(signal.reason)
  }
  signal.throwIfAborted()
  signal.addEventListener('abort', stop, { once: true })
  upload.start()
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

/** The library begins a new upload when it is not told how far the old one is. @throws so that the queue asks again */
function keepUpload(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus()
  if (request.getMethod() === 'HEAD' && status >= 400 && !isFinal(status))
    throw new Error(`the server answered ${status}`)
}

const idOf = (url: string | null) => url?.split('/').at(-1) ?? ''

function refusalOf(error: Error | DetailedError): SendRefused | undefined {
  const response = 'originalResponse' in error ? error.originalResponse : undefined
  if (!response || !isFinal(response.getStatus())) return undefined
  try {
    return new SendRefused(String(JSON.parse(response.getBody()).status))
  } catch {
    return new SendRefused('UNEXPECTED')
  }
}
