import type { Site } from '#server/config/config.ts'

const DENIED_FEATURES = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'usb'],
]

/** Two years, as the lists of preloaded sites require. */
const HSTS = 'max-age=63072000'

const STRICT_TRANSPORT: Record<Exclude<Site['hsts'], 'off'>, string> = {
  on: HSTS,
  subdomains: `${HSTS}; includeSubDomains`,
  preload: `${HSTS}; includeSubDomains; preload`,
}

/** For every answer; flat names and values. */
export function securityHeaders({ url, hsts }: Site): string[] {
  return [
    ...['X-Content-Type-Options', 'nosniff'],
    ...['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ...['Permissions-Policy', DENIED_FEATURES.map((feature) => `${feature}=()`).join(', ')],
    ...['Cross-Origin-Opener-Policy', 'same-origin'],
    ...['Cross-Origin-Resource-Policy', 'same-origin'],
    ...['X-Frame-Options', 'DENY'],
    ...(url.protocol === 'https:' && hsts !== 'off'
      ? ['Strict-Transport-Security', STRICT_TRANSPORT[hsts]]
      : []),
  ]
}

/** For worker scripts, which may run WebAssembly but load nothing. */
export const WORKER_POLICY = [
  'Content-Security-Policy',
  "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'",
]

/** For answers that are not pages: nothing in them may run, load or be framed. */
export const NO_CONTENT_POLICY = ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"]

/** For drawings: their styles are their own, and a browser that opens one runs and loads nothing. */
export const DRAWING_POLICY = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
]
