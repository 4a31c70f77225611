import { AppError } from '#contract/errors.ts'

const NETWORK = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ETIMEDOUT', 'EPIPE']

export function isMissingObject(error: unknown): boolean {
  return statusOf(error) === 404 || nameOf(error) === 'NoSuchKey' || nameOf(error) === 'NotFound'
}

/** Maps the store's expected failures to AppError; returns any other error unchanged. */
export function s3Error(error: unknown): unknown {
  const status = statusOf(error)
  if (error instanceof AppError) return error
  if (status === 507) return new AppError('storageFull', '', { cause: error })
  if (status === 416) return new AppError('badRequest', 'no byte in that range', { cause: error })
  if ((status ?? 0) >= 500 || nameOf(error) === 'TimeoutError' || NETWORK.includes(codeOf(error))) {
    return new AppError('unavailable', 'object store', { cause: error })
  }
  return error
}

function statusOf(error: unknown): number | undefined {
  const metadata = (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata
  return metadata?.httpStatusCode
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
