import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds by which the sender's clock and ours may differ, either way. */
const TOLERANCE = 300

interface Signed {
  body: Buffer
  /** `t=…,v1=…,v1=…` */
  header: string
}

/**
 * Whether Stripe has signed these bytes within the last minutes: HMAC-SHA256 over `t.body` by one of the secrets. Done
 * here because the library accepts times to come, and because it need not be loaded to take an event.
 */
export function isSigned({ body, header }: Signed, secrets: readonly string[], now: Date): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE) return false
  const given = parts.flatMap(([name, value]) => (name === 'v1' && value ? [Buffer.from(value, 'hex')] : []))
  return secrets.some((secret) => {
    const right = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
    return given.some((signature) => signature.length === right.length && timingSafeEqual(signature, right))
  })
}
