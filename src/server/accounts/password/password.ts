import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { PASSWORD_MIN } from '#contract/accounts/accounts.ts'
import { AppError } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { boundedQueue } from '#server/limits/bounded-queue.ts'

const derive = promisify(argon2)
let common: Promise<ReadonlySet<string>> | undefined

/**
 * Hashing takes 19 MiB and tens of milliseconds of CPU. One of Node's four pool threads stays free for reading files;
 * 40 waiting are about a second's work on two cores.
 */
const queued = boundedQueue({
  atOnce: Math.min(3, availableParallelism()),
  mostWaiting: 40,
  retryAfterSeconds: 2,
})

/** OWASP's minimum for Argon2id: 19 MiB (in KiB here), two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_LENGTH = 32
const SALT_LENGTH = 16
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Hashes a password with Argon2id; returns a PHC string (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`). @throws AppError('busy') */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_LENGTH)
  const tag = await argon2id(password, salt, COST, TAG_LENGTH)
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/** Whether this password matches a PHC string; false for any other string. @throws AppError('busy') */
export async function isPassword(password: string, phc: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(phc) ?? []
  if (!tag) return false
  const expected = Buffer.from(tag, 'base64')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const found = await argon2id(password, Buffer.from(salt, 'base64'), cost, expected.length)
  return timingSafeEqual(found, expected)
}

/**
 * Checks the password of a signed-in person. Wrong ones have a counter of their own, which nobody else can use up.
 * @returns the confirmed password's hash
 * @throws AppError('passwordWrong'), 'tooManyRequests', 'busy'
 */
export async function confirmPassword(
  { db, rateLimits }: Pick<Deps, 'db' | 'rateLimits'>,
  userId: number,
  password: string,
): Promise<string> {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  // Counted before the password is checked, so concurrent tries count too.
  await rateLimits.passwordConfirmations.take(String(userId))
  if (!(await isPassword(password, password_hash))) throw new AppError('passwordWrong')
  await rateLimits.passwordConfirmations.forget(String(userId))
  return password_hash
}

/** Ignores case and character width. @throws AppError('passwordTooCommon') */
export async function refuseCommonPassword(password: string): Promise<void> {
  common ??= loadCommon()
  if ((await common).has(password.normalize('NFKC').toLowerCase())) throw new AppError('passwordTooCommon')
}

/** Half a megabyte, so loaded on first use. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN))
}

/** NFC, as RFC 8265 says: the same letters typed on another system are the same password. */
function argon2id(password: string, nonce: Buffer, cost: typeof COST, tagLength: number): Promise<Buffer> {
  const message = password.normalize('NFC')
  return queued(() => derive('argon2id', { message, nonce, tagLength, ...cost }))
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
