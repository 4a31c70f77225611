import { localeOf } from '#domain/address/locale-path.ts'
import { preferredLocale } from './endpoint/preferred-locale.ts'
import type { Exchange } from './exchange.ts'
import { NO_CONTENT_POLICY } from './security-headers.ts'

const LINES = {
  en: ['This shop is being set up. Please come back soon.', '<a href="/setup">Its owner goes on here.</a>'],
  ja: [
    'このショップは準備中です。しばらくしてからお越しください。',
    '<a href="/ja/setup">運営者の方はこちら</a>',
  ],
}

/** Stands for every page of a shop without an admin. */
export function sendSettingUp(exchange: Exchange, path: string): void {
  const locale =
    localeOf(path) === 'ja' ? 'ja' : preferredLocale(exchange.req.headers['accept-language'] ?? null)
  const [line, link] = LINES[locale]
  const body = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${line}</title><p>${line} ${link}</p></html>\n`
  const headers = [
    ...['Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(Buffer.byteLength(body))],
    ...['Cache-Control', 'no-store', 'Retry-After', '60'],
    ...NO_CONTENT_POLICY,
  ]
  exchange.send(503, headers, body)
}
