import type { BulkPreview } from '#contract/studio/clips/library.ts'
import { REFUSALS } from '#domain/studio/library/bulk-change.ts'
import { libraryTexts } from '#i18n/studio/library/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'

/** Why clips are left unchanged, with their numbers; empty if none are. */
export function refusalsText(refused: BulkPreview['refused']): string {
  const t = libraryTexts(pageLocale())
  const reasons = REFUSALS.flatMap((reason) => (refused[reason] ? t.refused[reason](refused[reason]) : []))
  return reasons.join(pageLocale() === 'ja' ? '、' : ', ')
}
