import type { Call } from '#contract/call.ts'
import { callOf } from './call-at.ts'

/** Limits of one request; times in milliseconds, sizes in bytes. */
export const DEFAULT_LIMITS = {
  url: 4096,
  headers: 16 * 1024,
  body: 64 * 1024,
  /** From the first byte to the end of the headers. */
  headersTimeout: 10_000,
  /** From the first byte to the end of the body. */
  requestTimeout: 30_000,
  /**
   * Bytes that are read of a body after an early answer. A browser sends uploads in parts of 8 MB, tools often whole
   * files.
   */
  restBytes: 64 * 1024 * 1024,
  /** Milliseconds for reading that rest, within `requestTimeout`. */
  restTimeout: 25_000,
  /** The same without a byte. */
  restIdle: 5_000,
  /** Until an answer begins; then it is 503. The database's own limit is longer. */
  answer: 2_900,
  /** The same for the studio, whose queries are larger, and for files that are generated. */
  studioAnswer: 4_500,
  /** The same where a card is charged. */
  chargingAnswer: 10_000,
  /** Until an idle connection is closed. */
  keepAliveTimeout: 15_000,
  /** Until a connection without traffic is closed, such as one whose client stopped reading. */
  idleTimeout: 60_000,
  /** Between signs of life of a stream of events. */
  heartbeat: 10_000,
  /** Between checks for late requests. */
  checkInterval: 2000,
  /** How long SIGTERM waits for running requests. */
  drain: 24_000,
}

export type Limits = typeof DEFAULT_LIMITS

const LARGE_BODY = 1024 * 1024

/** Bytes. */
export function bodyLimit(call: Call | undefined, limits: Limits): number {
  return call?.bodyBytes ?? limits.body
}

/** Milliseconds until an answer must begin. */
export function answerLimit({ method, url }: { method: string; url: string }, limits: Limits): number {
  const path = url.split('?', 1)[0]!
  // Crawlers wait: up to 50,000 addresses.
  if (path.startsWith('/sitemap')) return limits.requestTimeout
  const call = path.startsWith('/api/') && callOf(method, path)
  if (!call) return limits.answer
  if ((call.bodyBytes ?? 0) >= LARGE_BODY) return limits.requestTimeout
  return limits[call.within ?? (path.startsWith('/api/studio/') ? 'studioAnswer' : 'answer')]
}
