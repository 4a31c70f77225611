import { type Logger, pino } from 'pino'
import type { Config } from './config/config.ts'

/** Names under which a secret may be logged by mistake, at up to three levels of nesting. */
const SECRET_NAMES = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'token',
  'access_token',
  'refresh_token',
  'token_hash',
  'password',
  'password_hash',
  'secret',
  'sig',
]
/** What lets somebody in, wherever it stands in a text: the part that may stay is captured first. */
const SECRETS = [
  // Query parameters, and the fragments of mailed links.
  /([?&#](?:token|sig|k|key|password|refresh_token|access_token|client_secret|X-Amz-[^=&\s"\\]+)=)[^&#\s"\\]*/gi,
  /(nga_)[\w-]+/g,
  // A refresh token's secret.
  /(\.\d{1,10}\.)[\w-]{43}/g,
  /(B(?:asic|earer) )[\w.~+/=-]{12,}/g,
  /((?:[sr]k_(?:test|live)|whsec)_)\w+/g,
  // The password of an address, such as the database's or the mail server's.
  /(:\/\/[^\s:/@"\\]*:)[^\s/@"\\]+(?=@)/g,
]

/** JSON lines to stdout; secrets are blanked by name, and by their looks wherever they stand, in errors too. */
export function openLogger(level: Config['logLevel'], destination?: { write(line: string): void }): Logger {
  const options = {
    level,
    redact: { paths: SECRET_NAMES.flatMap(nested), censor: '[redacted]' },
    serializers: { err: pino.stdSerializers.err },
    hooks: { streamWrite: withoutSecrets },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  return destination ? pino(options, destination) : pino(options)
}

/** A text that may be logged: secret parameters of addresses keep their name and lose their value, keys their tail. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((line, secret) => line.replace(secret, '$1[redacted]'), String(text))
}

function nested(name: string): string[] {
  const path = name.startsWith('[') ? name : `.${name}`
  return [name, `*${path}`, `*.*${path}`, `*.*.*${path}`]
}
