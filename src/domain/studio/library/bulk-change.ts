import type { LibraryState } from '../../clips/library-state.ts'
import type { LicenseType } from '../../clips/license.ts'
import { KEYWORDS } from '../clip/keywords.ts'
import { missingForVisitors } from '../clip/publishable.ts'

/** A change of many clips. `at` is an instant; keywords are trimmed and not empty. */
export type BulkChange =
  | { kind: 'keywords'; how: 'add' | 'remove' | 'replace'; language: 'en' | 'ja'; keywords: string[] }
  | { kind: 'category'; category: string }
  | { kind: 'license_type'; license_type: LicenseType }
  | { kind: 'license'; license: string }
  | { kind: 'creator'; user_name: string }
  | { kind: 'ai'; ai: 0 | 1 }
  | { kind: 'publish' }
  | { kind: 'hide' }
  | { kind: 'schedule'; at: string }
  | { kind: 'trash' }
  | { kind: 'restore' }
  /** For good. */
  | { kind: 'delete' }

/** Deleting more needs a recent proof. */
const DELETED_WITHOUT_PROOF = 20
export function isLargeDeletion({ kind }: Pick<BulkChange, 'kind'>, clips: number): boolean {
  return kind === 'delete' && clips > DELETED_WITHOUT_PROOF
}

/** Why a clip is left unchanged. */
export const REFUSALS = [
  ...(['noTitle', 'noCategory', 'noLicense', 'noAi'] as const),
  ...([
    'notDraft',
    'notPublished',
    'tooManyKeywords',
    'changedSince',
    'inTrash',
    'gone',
    'noRight',
    'failed',
  ] as const),
] as const
export type Refusal = (typeof REFUSALS)[number]

/** The columns of a clip that a sheet can change. */
export interface SheetColumns {
  title: string
  title_ja: string
  description: string
  description_ja: string
  keywords: string[]
  keywords_ja: string[]
  category: string
  license: string
  license_type: LicenseType
  user_name: string
  source: string
  source_url: string
  date_created: string
  still_license: string
  still_license_url: string
  tags: string[]
  modifier_model: string
  modifier_company: string
  modifier_date: string
  ai: 0 | 1 | null
}

/** The columns of a clip that bulk changes read and change. */
export interface BulkColumns extends SheetColumns {
  state: LibraryState
  publish_at: string | null
  created: string
  popularity: number
  trashed_at: string | null
  /** The state before the trash. */
  trashed_from: LibraryState | null
}

/** The changed columns, a refusal, or nothing if the clip already has the values. */
export type Outcome = { to: Partial<BulkColumns> } | { refused: Refusal } | undefined

interface Circumstances {
  /** When a draft is published. */
  at: string
  /** Popularity of a new clip. */
  popularity: number
}

/** The effect of a change on a clip; deletion is handled elsewhere. */
export function outcomeOf(
  change: Exclude<BulkChange, { kind: 'delete' }>,
  clip: BulkColumns,
  { at, popularity }: Circumstances,
): Outcome {
  if (change.kind === 'trash') return trashOutcome(clip, at)
  if (change.kind === 'restore') return restoreOutcome(clip)
  if (clip.trashed_at !== null) return { refused: 'inTrash' }
  switch (change.kind) {
    case 'keywords':
      return keywordOutcome(change, clip)
    case 'category':
      return changed(clip, { category: change.category })
    case 'license_type':
      return changed(clip, { license_type: change.license_type })
    case 'license':
      return changed(clip, { license: change.license })
    case 'creator':
      return changed(clip, { user_name: change.user_name })
    case 'ai':
      return changed(clip, { ai: change.ai })
    case 'hide':
      return clip.state === 'draft' ? { refused: 'notPublished' } : changed(clip, { state: 'hidden' })
    case 'publish': {
      if (clip.state === 'published') return undefined
      const isNew = clip.state === 'draft' && { created: at, popularity }
      return unpublishable(clip) ?? { to: { state: 'published', publish_at: null, ...isNew } }
    }
    case 'schedule':
      if (clip.state !== 'draft') return { refused: 'notDraft' }
      return unpublishable(clip) ?? changed(clip, { publish_at: change.at })
  }
}

function trashOutcome({ state, trashed_at }: BulkColumns, at: string): Outcome {
  return trashed_at === null ? { to: { state: 'hidden', trashed_at: at, trashed_from: state } } : undefined
}

function restoreOutcome({ trashed_at, trashed_from }: BulkColumns): Outcome {
  if (trashed_at === null) return undefined
  return { to: { state: trashed_from ?? 'hidden', trashed_at: null, trashed_from: null } }
}

const LACKING = {
  title: 'noTitle',
  category: 'noCategory',
  license: 'noLicense',
  ai: 'noAi',
  renditions: 'gone',
} as const

/** Why a clip cannot be published yet. Every clip of the library has its renditions. */
function unpublishable(clip: BulkColumns): { refused: Refusal } | undefined {
  const [first] = missingForVisitors({ ...clip, ai: clip.ai === null ? null : clip.ai === 1, rendered: true })
  return first && { refused: LACKING[first] }
}

function changed(clip: BulkColumns, to: Partial<BulkColumns>): Outcome {
  const isSame = Object.entries(to).every(([column, value]) => clip[column as keyof BulkColumns] === value)
  return isSame ? undefined : { to }
}

function keywordOutcome(
  { how, language, keywords }: Extract<BulkChange, { kind: 'keywords' }>,
  clip: BulkColumns,
): Outcome {
  const column = language === 'ja' ? 'keywords_ja' : 'keywords'
  const before = clip[column]
  const after = keywordsAfter(how, before, keywords)
  if (after.length === before.length && after.every((word, at) => word === before[at])) return undefined
  return after.length > KEYWORDS.most ? { refused: 'tooManyKeywords' } : { to: { [column]: after } }
}

/** Keywords are compared ignoring case; the order stays. */
function keywordsAfter(how: 'add' | 'remove' | 'replace', before: string[], given: string[]): string[] {
  const fold = (word: string) => word.normalize('NFKC').toLowerCase()
  if (how === 'replace') return given
  if (how === 'remove') {
    const unwanted = new Set(given.map(fold))
    return before.filter((word) => !unwanted.has(fold(word)))
  }
  const known = new Set(before.map(fold))
  return [...before, ...given.filter((word) => !known.has(fold(word)))]
}
