/** Limits of one request; times in milliseconds, sizes in bytes. */
export const DEFAULT_LIMITS = {
  url: 4096,
  headers: 16 * 1024,
  body: 64 * 1024,
  /** From the first byte to the end of the headers. */
  headersTimeout: 10_000,
  /** From the first byte to the end of the body. */
  requestTimeout: 30_000,
  /** Of a body after an early answer. A browser sends uploads in parts of 8 MB, tools often whole files. */
  restBytes: 64 * 1024 * 1024,
  /** As long as that may take, within `requestTimeout`. */
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

const OWN_BODY_LIMITS: Record<string, number> = {
  '/api/payment/stripe-webhook': 256 * 1024,
  '/api/activity': 2 * 1024,
  '/api/csp-report': 16 * 1024,
  // The ids of 50,000 clips.
  '/api/studio/library/bulk': 1024 * 1024,
  '/api/studio/library/csv': 1024 * 1024,
  '/api/studio/library/import': 7 * 1024 * 1024,
  '/api/studio/library/import/preview': 7 * 1024 * 1024,
  '/api/studio/library/bulk/preview': 1024 * 1024,
}

/** Bytes. */
export function bodyLimit(path: string, limits: Limits): number {
  return OWN_BODY_LIMITS[path] ?? limits.body
}

/** Answers that may take longer; the first match counts. */
const SLOW_ANSWERS: readonly [RegExp, keyof Limits][] = [
  // The card is charged meanwhile: longer than the limit of the call to Stripe (billing/membership/plan-change.ts).
  [/^\/api\/payment\/plan-change$/, 'chargingAnswer'],
  // Crawlers wait: up to 50,000 addresses.
  [/^\/sitemap/, 'requestTimeout'],
  // Files generated on request, such as a certificate; reading its fonts takes a second.
  [/\/(?:pdf|export)$/, 'studioAnswer'],
  // Decodes a film, after earlier requests.
  [/^\/api\/studio\/clips\/\d+\/frames$/, 'requestTimeout'],
  [/^\/api\/studio\//, 'studioAnswer'],
]

/** Milliseconds until an answer must begin; longer for large bodies. */
export function answerLimit(path: string, limits: Limits): number {
  if ((OWN_BODY_LIMITS[path] ?? 0) >= LARGE_BODY) return limits.requestTimeout
  const [, slow] = SLOW_ANSWERS.find(([pattern]) => pattern.test(path)) ?? []
  return limits[slow ?? 'answer']
}
