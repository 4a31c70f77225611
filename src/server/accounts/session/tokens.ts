import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const TOKEN_BYTES = 32
const ACCESS_PREFIX = 'nga_'
/** Two months of refreshing every eight minutes. */
const LONGEST_CHAIN = 10_000
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

/** Hex; only this is stored of a token. With 256 random bits it needs neither salt nor a slow hash. */
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

/** Undefined for text that is not a refresh token. */
export function parseRefreshToken(token: string): RefreshToken | undefined {
  const [, family, generation, secret] = REFRESH.exec(token) ?? []
  return family && secret ? { family, generation: Number(generation), secret } : undefined
}

export function refreshTokenText({ family, generation, secret }: RefreshToken): string {
  return `${family}.${generation}.${secret}`
}

/** The next token: the same each time, and computed from both the token and the session's secret. */
export function successorOf(token: RefreshToken, sessionSecret: string): RefreshToken {
  const generation = token.generation + 1
  const secret = createHmac('sha256', token.secret)
    .update(`${sessionSecret}|${token.family}|${generation}`)
    .digest('base64url')
  return { family: token.family, generation, secret }
}

/** The columns of a session that tokens are checked against. */
interface SessionState {
  generation: number
  /** Hash of the valid token's secret. */
  token_hash: string
  secret: string
}

/**
 * Whether the token's successors lead to the current one, so that nobody can sign others out with a made-up token.
 */
export function isGenuine(token: RefreshToken, { generation, token_hash, secret }: SessionState): boolean {
  const steps = generation - token.generation
  if (steps < 0 || steps > LONGEST_CHAIN) return false
  let last = token
  for (let step = 0; step < steps; step++) last = successorOf(last, secret)
  return isSameHash(sha256(last.secret), token_hash)
}

/** In constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
