import { createHash } from 'node:crypto'
import { localeOf, localePath, SETUP } from '#domain/address/locale-path.ts'
import { preferredLocale } from './endpoint/preferred-locale.ts'
import type { Exchange } from './exchange.ts'

const LINES = {
  en: ['This shop is being set up. Please come back soon.', 'Its owner goes on here.'],
  ja: ['このショップは準備中です。しばらくしてからお越しください。', '運営者の方はこちら'],
}

const STYLE =
  'main{max-width:30rem;margin:20vh auto 0;padding:0 1.5rem;font:1rem/1.7 system-ui,sans-serif}h1{font-size:1.5rem}a{color:inherit}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`

/** Stands for every page of a shop without an admin. */
export function sendSettingUp(exchange: Exchange, path: string): void {
  const locale =
    localeOf(path) === 'ja' ? 'ja' : preferredLocale(exchange.req.headers['accept-language'] ?? null)
  const [line, link] = LINES[locale]
  const body = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${line}</title><style>${STYLE}</style><main><h1>${line}</h1><p><a href="${localePath(locale, SETUP)}">${link}</a></p></main></html>\n`
  const headers = [
    ...['Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(Buffer.byteLength(body))],
    ...['Cache-Control', 'no-store', 'Retry-After', '60'],
    ...['Content-Security-Policy', POLICY],
  ]
  exchange.send(503, headers, body)
}
