import { pageLocale } from '#stores/page-locale.ts'
import type { BuilderClip } from '#stores/sets/set-builder.ts'

export function titleOf({ title, title_ja }: BuilderClip): string {
  return (pageLocale() === 'ja' && title_ja) || title
}
