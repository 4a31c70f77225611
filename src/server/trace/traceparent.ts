import { randomBytes } from 'node:crypto'

/** W3C Trace Context, version 00. Later versions may append fields, which we do not read. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?$/

export interface TraceContext {
  /** 32 hex digits. */
  id: string
  /** Two hex digits; the last bit says whether the caller records it. */
  flags: string
}

/** Reads a `traceparent` header; undefined if it is invalid, so that a new trace begins. */
export function parseTraceparent(header: string | undefined): TraceContext | undefined {
  const [, version, id, flags, more] = TRACEPARENT.exec(header ?? '') ?? []
  if (!id || !flags || (version === '00' && more !== undefined)) return undefined
  return { id, flags }
}

export function newTraceContext(): TraceContext {
  return { id: randomBytes(16).toString('hex'), flags: '00' }
}

/** The header of a call in this trace; each call is a new parent. */
export function traceparentOf({ id, flags }: TraceContext): string {
  return `00-${id}-${randomBytes(8).toString('hex')}-${flags}`
}
