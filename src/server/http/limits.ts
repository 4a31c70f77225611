/** Limits of one request; times in milliseconds, sizes in bytes. */
export interface Limits {
  url: number
  headers: number
  body: number
  /** From the first byte to the end of the headers. */
  headersTimeout: number
  /** From the first byte to the end of the body. */
  requestTimeout: number
  /** Until an idle connection is closed. */
  keepAliveTimeout: number
  /** Until a connection without traffic is closed, such as one whose client stopped reading. */
  idleTimeout: number
  /** Between checks for late requests. */
  checkInterval: number
  /** How long SIGTERM waits for running requests. */
  drain: number
}

export const DEFAULT_LIMITS: Limits = {
  url: 4096,
  headers: 16 * 1024,
  body: 64 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 15_000,
  idleTimeout: 60_000,
  checkInterval: 2000,
  drain: 24_000,
}

const LARGER_BODIES: Record<string, number> = { '/api/payment/stripe-webhook': 256 * 1024 }

/** Bytes. */
export function bodyLimit(path: string, limits: Limits): number {
  return LARGER_BODIES[path] ?? limits.body
}
