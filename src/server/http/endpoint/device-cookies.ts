import type { APIContext } from 'astro'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import { KNOWN_DEVICE_DAYS, rememberDevice, sessionIdOf } from '#server/accounts/known-devices.ts'

/** One for each account, so that people who share a browser are all known there. */
const NAME = 'device_'
const SECRETS = new RegExp(`(?:^|; *)${NAME}\\d+=([A-Za-z0-9_-]{43})(?=;|$)`, 'g')
/** More accounts than share a browser in practice. */
const MOST_SECRETS = 20
/** Sent only with sign-ins and requests for password mails, never with a page. */
const PATH = '/api/users'
const DAY_SECONDS = 24 * 60 * 60

/** The secrets of the request's device, valid or not. */
export function deviceSecretsOf({ headers }: Request): string[] {
  const secrets = (headers.get('cookie') ?? '').matchAll(SECRETS)
  return [...secrets].slice(0, MOST_SECRETS).map(([, secret = '']) => secret)
}

/** Remembers the device after a sign-in; returns the answer. */
export async function answerSignedIn(context: APIContext, signedIn: SignedIn): Promise<SignedIn> {
  await setDeviceCookie(context, { userId: signedIn.user.id, sessionId: sessionIdOf(signedIn) })
  return signedIn
}

/**
 * Remembers the device of an account after its password was given or set there. A failure is only logged, since the
 * sign-in itself has succeeded.
 */
export async function setDeviceCookie(
  { cookies, locals: { deps }, request }: APIContext,
  who: { userId: number; sessionId: string },
): Promise<void> {
  const remembered = rememberDevice(deps, { ...who, before: deviceSecretsOf(request) })
  const secret = await remembered.catch((err) => deps.log.warn({ err }, 'device not remembered'))
  if (!secret) return
  cookies.set(`${NAME}${who.userId}`, secret, {
    httpOnly: true,
    secure: deps.site.url.protocol === 'https:',
    sameSite: 'strict',
    path: PATH,
    maxAge: KNOWN_DEVICE_DAYS * DAY_SECONDS,
  })
}
