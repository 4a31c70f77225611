import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import { escapeHtml } from '#domain/address/escape-html.ts'
import { type Locale, localePath } from '#domain/address/locale-path.ts'
import type { Letter } from './letter.ts'

interface Frame {
  locale: Locale
  site: { name: string; url: URL; shop?: Pick<ShopSettings, 'mails'> }
}

const BODY = 'margin:0;padding:24px;background:#f6f5f2;color:#1c1b19;font:16px/1.7 sans-serif'
const SHEET = 'max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px'
const BUTTON =
  'display:inline-block;padding:12px 24px;background:#1c1b19;color:#ffffff;border-radius:6px;text-decoration:none'
const LINES = 'white-space:pre-line'
const SMALL = 'font-size:13px;color:#5c5a55'

/** A letter as the shop begins its mails. */
export function greeted(letter: Letter, { locale, site: { shop } }: Frame): Letter {
  const greeting = shop?.mails.greeting[locale]
  return greeting ? { ...letter, before: [greeting, ...letter.before] } : letter
}

const senderOf = ({ locale, site }: Frame) => site.shop?.mails.signature[locale] || site.name

export function textMail({ before, link, after }: Letter, frame: Frame): string {
  const sender = `-- \n${senderOf(frame)}\n${homeOf(frame)}`
  return `${[...before, link.url, ...after, sender].join('\n\n')}\n`
}

/** Renders a letter as HTML that loads nothing: no image, no font, no tracking. */
export function htmlMail({ subject, before, link, after }: Letter, frame: Frame): string {
  const { locale, site } = frame
  const url = escapeHtml(link.url)
  const paragraphs = (texts: readonly string[]) =>
    texts.map((text) => `<p style="${LINES}">${escapeHtml(text)}</p>`)
  return [
    '<!doctype html>',
    `<html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="${BODY}"><div style="${SHEET}">`,
    ...paragraphs(before),
    `<p><a href="${url}" style="${BUTTON}">${escapeHtml(link.label)}</a></p>`,
    `<p style="${SMALL};word-break:break-all">${url}</p>`,
    ...paragraphs(after),
    `<p style="${SMALL}">${escapeHtml(senderOf(frame))}<br><a href="${escapeHtml(homeOf(frame))}">${escapeHtml(site.url.host)}</a></p>`,
    '</div></body></html>\n',
  ].join('\n')
}

function homeOf({ locale, site }: Frame): string {
  return new URL(localePath(locale, '/'), site.url).href
}
