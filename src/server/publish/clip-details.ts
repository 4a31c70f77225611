import { basename, extname } from 'node:path'

/** What the operator's sheet says about a clip, with defaults for what is missing. */
export interface ClipDetails {
  title: string
  title_ja: string
  description: string
  description_ja: string
  keywords: string[]
  keywords_ja: string[]
  category: string
  license: string
  license_type: 'commercial' | 'editorial'
  user_name: string
  source: string
  source_url: string
  tags: string[]
  modifier_model: string
  modifier_company: string
}

/** The category of files that have none. */
export const UNCATEGORISED = 'uncategorised'

/** Details of a file that no row describes. Its name gives the title. */
export function detailsFromName(file: string, siteName: string): ClipDetails {
  const title = titleFromName(file)
  return {
    title,
    title_ja: title,
    description: '',
    description_ja: '',
    keywords: [],
    keywords_ja: [],
    category: UNCATEGORISED,
    license: `${siteName} Standard License`,
    license_type: 'commercial',
    user_name: '',
    source: '',
    source_url: '',
    tags: [],
    modifier_model: '',
    modifier_company: '',
  }
}

/** `koi_pond-01.mp4` becomes "Koi pond 01". */
export function titleFromName(file: string): string {
  const words = clean(basename(file, extname(file)))
    .replace(/[-_.\s]+/g, ' ')
    .trim()
    .slice(0, 200)
  return words ? words[0]?.toUpperCase() + words.slice(1) : 'Untitled'
}

/** A file name that is safe to show and save anywhere: no control characters, separators or leading dots. */
export function safeFileName(file: string): string {
  const name = clean(basename(file))
    .replace(/[\\/:*?"'<>|]+/g, '_')
    .replace(/^[.\s]+/, '')
    .replace(/\.{2,}/g, '.')
    .slice(-160)
  return name || 'untitled'
}

/** Without control characters, line separators and marks that change the text's direction. */
const clean = (text: string) => text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
