import { type Locale, localePath, type SitePath } from '#domain/address/locale-path.ts'

/** A part of a text: plain, strong (`**…**`), code (in backticks), or a link (`[label](/path#anchor)`). */
export type Stretch = { text: string; strong?: true; code?: true; href?: string }

const MARK = /\*\*(?<strong>[^*]+)\*\*|\[(?<label>[^\]]+)\]\((?<href>[^)\s]+)\)|`(?<code>[^`]+)`/g

/** Parses the marks of prose; everything else is text. @param locale for the links */
export function stretches(text: string, locale: Locale): Stretch[] {
  const found: Stretch[] = []
  let end = 0
  for (const mark of text.matchAll(MARK)) {
    if (mark.index > end) found.push({ text: text.slice(end, mark.index) })
    const { strong, code, label = '', href = '' } = mark.groups ?? {}
    if (code) found.push({ text: code, code: true })
    else found.push(strong ? { text: strong, strong: true } : { text: label, href: linkIn(locale, href) })
    end = mark.index + mark[0].length
  }
  if (end < text.length) found.push({ text: text.slice(end) })
  return found
}

function linkIn(locale: Locale, href: string): string {
  return href.startsWith('/') ? localePath(locale, href as SitePath) : href
}
