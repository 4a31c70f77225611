import type { Locale } from '../../strings.ts'
import { type ShellTexts, shellEn } from './en.ts'
import { shellJa } from './ja.ts'

/** Texts that all pages of the studio share. */
export function studioTexts(locale: Locale): ShellTexts {
  return locale === 'ja' ? shellJa : shellEn
}
