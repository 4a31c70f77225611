import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

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
/** Query parameters whose values let somebody in. */
const SECRET_PARAMETERS = /([?&](?:token|sig|k|key|refresh_token|access_token|X-Amz-[^=]+)=)[^&#\s]*/gi

/** JSON lines to stdout; secrets are blanked by name, and in anything logged as `url`. */
export function openLogger(level: Config['logLevel'], destination?: { write(line: string): void }): Logger {
  const options = {
    level,
    redact: { paths: SECRET_NAMES.flatMap(nested), censor: '[redacted]' },
    serializers: { url: withoutSecrets, err: pino.stdSerializers.err },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  return destination ? pino(options, destination) : pino(options)
}

/** A URL that may be logged: secret parameters keep their name and lose their value. */
export function withoutSecrets(url: string): string {
  return String(url).replace(SECRET_PARAMETERS, '$1[redacted]')
}

function nested(name: string): string[] {
  const path = name.startsWith('[') ? name : `.${name}`
  return [name, `*${path}`, `*.*${path}`, `*.*.*${path}`]
}
