import type { Page } from '@playwright/test'
import { authTexts } from '#i18n/auth/texts.ts'
import { billingTexts } from '#i18n/billing/texts.ts'
import { builderTexts } from '#i18n/builder/texts.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import { setsTexts } from '#i18n/sets/texts.ts'
import { signupTexts } from '#i18n/signup/texts.ts'
import { type Locale, strings } from '#i18n/strings.ts'

/** Placeholder for the arguments of a text. */
const ANYTHING = '\u0000'

/** Every text of the interface in a language; texts with placeholders are split around them. */
function textsIn(locale: Locale): Set<string> {
  const all = [strings, authTexts, billingTexts, builderTexts, memberTexts, setsTexts, signupTexts]
  return new Set(all.flatMap((texts) => piecesOf(texts(locale))))
}

function piecesOf(texts: unknown): string[] {
  if (typeof texts === 'string') return texts.split(/\{\w+\}/).map((piece) => piece.trim())
  if (typeof texts === 'function') return String(texts(ANYTHING, ANYTHING, ANYTHING)).split(ANYTHING)
  return Object.values(texts as object).flatMap(piecesOf)
}

/** A rate is written alike in both. */
const hasWord = (text: string) => /[A-Za-z]{3}/.test(text.replace(/^\d+ fps$/, ''))
const japanese = textsIn('ja')
const phrases = [...textsIn('en')]
  .filter((text) => !japanese.has(text))
  .map((text) => text.trim())
  .filter((text) => hasWord(text) && text.length > 2)

/** Short texts must match whole, since they also occur in names. */
const says = (text: string, phrase: string) => (phrase.length > 12 ? text.includes(phrase) : text === phrase)
/** Prose from the content, not from the texts of the interface. */
const isSentence = (text: string) =>
  /^\p{ASCII}*$/u.test(text) && text.split(/\s+/).filter(hasWord).length > 3

/** English texts of the interface and English prose on a page, language links excepted. */
export async function englishLeft(page: Page): Promise<string[]> {
  const said = await page.evaluate(() => {
    const inEnglish = 'body [lang="en"], script, style, noscript'
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest(inEnglish)) texts.push(node.textContent ?? '')
    for (const element of document.querySelectorAll('[aria-label], [title], [alt], [placeholder]'))
      for (const name of ['aria-label', 'title', 'alt', 'placeholder'])
        if (!element.closest(inEnglish)) texts.push(element.getAttribute(name) ?? '')
    return [document.title, ...texts].map((text) => text.trim()).filter(Boolean)
  })
  return said.filter((text) => isSentence(text) || phrases.some((phrase) => says(text, phrase)))
}

/** Links of a Japanese page that lead to English pages. */
export function linksToEnglish(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isJapanese = (path: string) => /^\/ja(\/|$)/.test(path) || path === '/promo-signup-jp'
    return [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter(({ origin, hreflang }) => origin === location.origin && hreflang !== 'en')
      .filter(({ pathname }) => !isJapanese(pathname))
      .map(({ pathname }) => pathname)
  })
}
