import { UNCATEGORISED } from '../../clips/uncategorised.ts'

/** Fields that a clip needs before it is published, in the order of the form. */
const NEEDED = ['title', 'category', 'license', 'ai', 'renditions'] as const
export type Missing = (typeof NEEDED)[number]

/** The facts that decide whether a clip may be published. */
export interface Publishable {
  title: string
  title_ja: string
  category: string
  license: string
  license_type: string
  /** Null: unknown. */
  ai: boolean | null
  /** Whether poster, preview, watermarked and full film are stored. */
  rendered: boolean
}

/**
 * The fields missing before visitors may see the clip; empty if it can be published. One language's title is enough.
 */
export function missingForVisitors(clip: Publishable): Missing[] {
  const has: Record<Missing, boolean> = {
    title: isSaid(clip.title) || isSaid(clip.title_ja),
    category: isSaid(clip.category) && clip.category !== UNCATEGORISED,
    license: isSaid(clip.license) && isSaid(clip.license_type),
    ai: clip.ai !== null,
    renditions: clip.rendered,
  }
  return NEEDED.filter((need) => !has[need])
}

/** Texts in two languages; visitors need only one. */
const TEXTS = ['title', 'title_ja', 'description', 'description_ja', 'keywords', 'keywords_ja'] as const
export type TextField = (typeof TEXTS)[number]

export type Texts = Record<'title' | 'title_ja' | 'description' | 'description_ja', string> &
  Record<'keywords' | 'keywords_ja', readonly string[]>

/** The missing texts. A copy of the other language's text counts as missing. */
export function missingTexts(clip: Texts): TextField[] {
  const missing = TEXTS.filter((field) => {
    const value = clip[field]
    return typeof value === 'string' ? !isSaid(value) : value.length === 0
  })
  for (const field of ['title', 'description'] as const)
    if (isSaid(clip[field]) && clip[field] === clip[`${field}_ja`])
      missing.push(JAPANESE.test(clip[field]) ? field : `${field}_ja`)
  return missing
}

const JAPANESE = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u

const isSaid = (text: string) => text.trim() !== ''
