/** What one request may take; times in milliseconds, sizes in bytes. */
export interface Limits {
  url: number
  headers: number
  body: number
  /** From the first byte to the end of the headers. */
  headersTimeout: number
  /** From the first byte to the end of the body. */
  requestTimeout: number
  /** How long an idle connection is kept for the next request. */
  keepAliveTimeout: number
  /** A connection on which nothing moves, such as a reader that stopped reading. */
  idleTimeout: number
  /** How often late requests are looked for. */
  checkInterval: number
  /** How long SIGTERM waits for what is under way. */
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

/** Routes that take more than the default body. */
const LARGER_BODIES: Record<string, number> = { '/api/payment/stripe-webhook': 256 * 1024 }

/** The most bytes that a path takes as a body. */
export function bodyLimit(path: string, limits: Limits): number {
  return LARGER_BODIES[path] ?? limits.body
}
