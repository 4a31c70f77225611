import { type Logger, pino } from 'pino'
import type { Config } from './config/config.ts'

/** Fields that are redacted, up to three levels deep. */
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
/** Secrets inside texts; the first group is kept. */
const SECRETS = [
  // Query parameters, and fragments of mailed links.
  /([?&#](?:token|sig|k|key|password|refresh_token|access_token|client_secret|X-Amz-[^=&\s"\\]+)=)[^&#\s"\\]*/gi,
  /(ng[ar]_)[\w-]+/g,
  // A refresh token's secret.
  /(\.\d{1,10}\.)[\w-]{43}/g,
  /(B(?:asic|earer) )[\w.~+/=-]{12,}/g,
  /((?:[sr]k_(?:test|live)|whsec)_)\w+/g,
  // Passwords in URLs.
  /(:\/\/[^\s:/@"\\]*:)[^\s/@"\\]+(?=@)/g,
]

/** JSON lines to stdout. Secrets are redacted by field name, and by pattern in any text, errors included. */
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

/** Redacts secrets in a text: URL parameters keep their name, keys their prefix. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((line, secret) => line.replace(secret, '$1[redacted]'), String(text))
}

function nested(name: string): string[] {
  const path = name.startsWith('[') ? name : `.${name}`
  return [name, `*${path}`, `*.*${path}`, `*.*.*${path}`]
}
