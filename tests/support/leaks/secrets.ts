import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Environment variables. */
export type Settings = Readonly<Record<string, string | undefined>>

const ROOT = join(import.meta.dirname, '../../..')
/** Redacted on purpose. */
const BLANKED = String.raw`(?!\[redacted\])`

/** What no log line may contain, by the name used in reports. */
const SECRETS: Record<string, RegExp> = {
  'an access token': /\bnga_[\w-]{20,}/g,
  'a key of a program': /\bngr_[\w-]{20,}/g,
  // Mail tokens, refresh secrets, our signatures and 256-bit keys.
  'a token or a signature': /(?<![\w-])[\w-]{43}(?![\w-])/g,
  'a password hash': /\$argon2\w*\$\S*/g,
  'a Basic header': /\bBasic [\w+/-]{6,}={0,2}/gi,
  'a Bearer header': /\bBearer [\w.~+/-]{16,}/gi,
  'a Stripe key': /\b(?:sk|rk)_(?:test|live)_\w+/g,
  'the secret of a webhook': /\bwhsec_\w+/g,
  'a signature of Stripe': /\bv1=[0-9a-f]{64}/g,
  'a password in an address': /\b[a-z][\w+.-]*:\/\/[^\s:/@"]*:[^\s/@"]+@/gi,
  'a secret in an address': new RegExp(
    String.raw`[?&#](?:token|sig|k|key|password|refresh_token|access_token|client_secret|X-Amz-(?:Signature|Credential|Security-Token))=${BLANKED}[^&#\s"\\]+`,
    'gi',
  ),
  'a secret under its name': new RegExp(
    String.raw`\\?"(?:token|access_token|refresh_token|token_hash|password|password_hash|current_password|new_password|secret|sig|authorization|cookie|set-cookie|key)\\?":\s*\\?"${BLANKED}[^"\\]+`,
    'gi',
  ),
  'a tester key': /(?<![\w-])(?=[a-z]*\d)(?=[0-9a-f]*[g-z])[0-9a-z]{16}(?![\w-])/g,
}

/** Settings whose value is a secret without a known pattern. */
const SECRET_SETTINGS = [
  ...['MEDIA_KEYS', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS', 'AWS_SECRET_ACCESS_KEY', 'MODEL_KEY'],
]

let allPatterns: Record<string, RegExp> | undefined

/** Names of the secrets in a line, and the line without them. `settings` are the writer's. */
export function secretsIn(line: string, settings: Settings = {}): { found: string[]; rest: string } {
  allPatterns ??= { ...SECRETS, 'a password of the tests': anyOf(passwordsOfTests()) }
  const patterns = { ...allPatterns, ...ofSettings(settings) }
  const found = Object.keys(patterns).filter((name) => line.search(patterns[name]!) >= 0)
  const rest = found.reduce((text, name) => text.replace(patterns[name]!, '[…]'), line)
  return { found, rest }
}

function ofSettings(settings: Settings): Record<string, RegExp> {
  const values = SECRET_SETTINGS.flatMap((name) => (settings[name] ?? '').split(','))
  const long = values.map((value) => value.trim()).filter((value) => value.length >= 8)
  return long.length > 0 ? { 'a value of a secret setting': anyOf(long) } : {}
}

/** Literal passwords in the tests' source, or the part before random characters. */
function passwordsOfTests(): string[] {
  const written = /[pP]assword['"]?\s*[:=]\s*(?:'([^'\n]{8,})'|`([\w-]{5,})\$\{)/g
  const texts = sourcesOfTests().flatMap((file) => [...readFileSync(file, 'utf8').matchAll(written)])
  const passwords = texts.map(([, whole, beginning]) => whole ?? beginning ?? '')
  // Excludes messages about passwords, and plain words.
  return [...new Set(passwords)].filter((text) => /[^A-Za-z ]/.test(text) && !text.endsWith('.'))
}

function sourcesOfTests(): string[] {
  return ['tests', 'src/server'].flatMap((folder) => {
    const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    const isTest = (file: string) => file.endsWith(folder === 'tests' ? '.ts' : '.test.ts')
    return files.filter(isTest).map((file) => join(ROOT, folder, file))
  })
}

function anyOf(texts: readonly string[]): RegExp {
  const forms = texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)])
  return new RegExp([...new Set(forms)].map(literal).join('|'), 'g')
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
