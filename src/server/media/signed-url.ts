import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { DIGITAL_SOURCES, type DigitalSource } from '#domain/clips/digital-source.ts'
import type { SignOptions } from './storage.ts'
import { accessOf, assertKey, isKey } from './storage-key.ts'

const ROUTE = '/media/'

/** Keys newest first: the first signs, all verify, so a key can be rotated while links are in use. */
export interface Signing {
  keys: readonly string[]
  now: () => Date
}

export interface SignedMedia {
  key: string
  disposition: 'inline' | 'attachment'
  fileName: string | undefined
  /** See SignOptions. */
  holder: number | undefined
  comp: number | undefined
  source: DigitalSource | undefined
  /** Seconds since 1970. */
  expires: number
}

/** A path on this site that serves the object until it expires. @throws AppError('badKey') for keys that need none */
export function signMediaPath({ keys, now }: Signing, key: string, options: SignOptions): string {
  assertKey(key)
  if (!maySign(key, options.comp)) throw new AppError('badKey')
  const [secret] = keys
  if (!secret) throw new AppError('unexpected', 'no key to sign media with')
  return signedPath(secret, {
    key,
    disposition: options.disposition,
    fileName: options.fileName?.toWellFormed() || undefined,
    holder: options.holder,
    comp: options.comp,
    source: options.source,
    expires: Math.floor(now().getTime() / 1000) + options.expiresInSeconds,
  })
}

/**
 * The object that a signed path gives access to. `url`: raw path and query. @throws AppError('signatureInvalid' |
 * 'signatureExpired')
 */
export function verifyMediaRequest({ keys, now }: Signing, method: string, url: string): SignedMedia {
  const media = readPath(url)
  const secret = keyById(keys, media?.keyId)
  if (!media || !secret || (method !== 'GET' && method !== 'HEAD')) throw new AppError('signatureInvalid')
  // Rebuilds and compares the whole path, so no other spelling of it passes.
  if (!equalInTime(signedPath(secret, media), url)) throw new AppError('signatureInvalid')
  if (now().getTime() >= media.expires * 1000) throw new AppError('signatureExpired')
  const { keyId: _, ...signed } = media
  return signed
}

/** A comp's film is public, but not its name and note. */
const maySign = (key: string, comp: number | undefined) =>
  accessOf(key) === (comp === undefined ? 'signed' : 'public')

function signedPath(secret: string, media: SignedMedia): string {
  const { key, disposition, fileName, holder, comp, source, expires } = media
  // Browsers encode an apostrophe, JavaScript does not.
  const name = fileName === undefined ? '' : encodeURIComponent(fileName).replaceAll("'", '%27')
  const signature = createHmac('sha256', secret)
    .update(
      `v1|GET|${key}|${disposition}|${name}|${holder ?? ''}|${expires}${comp ? `|${comp}` : ''}${source ? `|${source}` : ''}`,
    )
    .digest('base64url')
  const claims = `exp=${expires}&as=${disposition}${name && `&name=${name}`}${holder ? `&for=${holder}` : ''}${comp ? `&comp=${comp}` : ''}${source ? `&src=${source}` : ''}`
  const query = `${claims}&kid=${keyIdOf(secret)}&sig=${signature}`
  return `${ROUTE}${key}?${query}`
}

/** The claims, not yet verified; undefined when the path cannot be a signed one. */
function readPath(url: string): (SignedMedia & { keyId: string }) | undefined {
  const [path = '', query = ''] = url.split('?', 2)
  const key = path.slice(ROUTE.length)
  const claims = new URLSearchParams(query)
  const disposition = claims.get('as')
  const comp = claims.has('comp') ? Number(claims.get('comp')) : undefined
  if (!isKey(key) || !maySign(key, comp)) return undefined
  if (disposition !== 'inline' && disposition !== 'attachment') return undefined
  return {
    key,
    disposition,
    fileName: claims.get('name') ?? undefined,
    holder: claims.has('for') ? Number(claims.get('for')) : undefined,
    comp,
    source: DIGITAL_SOURCES.find((name) => name === claims.get('src')),
    expires: Number(claims.get('exp')),
    keyId: claims.get('kid') ?? '',
  }
}

function keyById(keys: readonly string[], keyId: string | undefined): string | undefined {
  return keys.find((key) => keyIdOf(key) === keyId)
}

const keyIds = new Map<string, string>()

/** Identifies a key in a URL without revealing it. */
function keyIdOf(secret: string): string {
  const known = keyIds.get(secret)
  if (known) return known
  const keyId = createHmac('sha256', secret).update('media key id').digest('base64url').slice(0, 6)
  keyIds.set(secret, keyId)
  return keyId
}

function equalInTime(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
