import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const TOKEN_BYTES = 32
const ACCESS_PREFIX = 'nga_'
const REFRESH = /^([A-Za-z0-9_-]{22})\.(0|[1-9]\d{0,9})\.([A-Za-z0-9_-]{43})$/

/** The parts of a refresh token, `family.generation.secret`. */
export interface RefreshToken {
  /** Id of the session. */
  family: string
  /** Counts the refreshes, from 0. */
  generation: number
  /** 256 bits, base64url. */
  secret: string
}

/** Hex; what is kept of a token. Tokens hold 256 random bits, so that neither salt nor slowness is needed. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function newAccessToken(): string {
  return ACCESS_PREFIX + randomSecret()
}

/** 256 random bits, base64url. */
export function randomSecret(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** 128 random bits, base64url. */
export function newFamily(): string {
  return randomBytes(16).toString('base64url')
}

/** The parts of what a client sent; undefined where it is no refresh token at all. */
export function parseRefreshToken(token: string): RefreshToken | undefined {
  const [, family, generation, secret] = REFRESH.exec(token) ?? []
  return family && secret ? { family, generation: Number(generation), secret } : undefined
}

export function refreshTokenText({ family, generation, secret }: RefreshToken): string {
  return `${family}.${generation}.${secret}`
}

/**
 * The one token that follows this one. Whoever presents a token gets the same successor each time, and it takes both
 * the token and the session's own secret to tell it.
 */
export function successorOf(token: RefreshToken, sessionSecret: string): RefreshToken {
  const generation = token.generation + 1
  const secret = createHmac('sha256', token.secret)
    .update(`${sessionSecret}|${token.family}|${generation}`)
    .digest('base64url')
  return { family: token.family, generation, secret }
}

/** Whether two hashes of `sha256` are the same, in a time that does not tell how much of them is. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
