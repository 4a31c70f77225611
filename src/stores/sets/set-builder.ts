import { atom, type ReadableAtom } from 'nanostores'
import type { Media, Source } from '#contract/clips.ts'
import { createCollection, createPromotion } from '#contract/set-endpoints.ts'
import type { CreatedSet } from '#contract/sets.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { MAX_SET_CLIPS, PROMOTION_DAYS } from '#domain/sets/set-limits.ts'
import { setSlug } from '#domain/sets/set-slug.ts'
import { requestAs } from '#stores/auth/authorised.ts'

/** The fields of a clip that the builder shows. */
export interface BuilderClip extends Pick<Source, 'id' | 'title' | 'title_ja'> {
  media: Pick<Media, 'thumbnail_url' | 'watermarked_url' | 'dominant_color'>
}

export interface Draft {
  name: string
  /** As typed. */
  days: string
  clips: readonly BuilderClip[]
}

/** Why a draft cannot be created yet. */
export type DraftProblem = 'noClips' | 'nameEmpty' | 'badName' | 'badDays'

export interface SetBuilder {
  $draft: ReadableAtom<Draft>
  /** A clip that is in already stays where it is. Returns whether there was room. */
  add(clip: BuilderClip): boolean
  remove(id: number): void
  /** @param to new index, from 0 */
  move(id: number, to: number): void
  setName(name: string): void
  setDays(days: string): void
  /** Creates the set and empties the draft; one call at a time. @throws as `requestAs` */
  create(): Promise<CreatedSet | undefined>
}

/** A set being built. The draft survives a reload and ends with the tab. */
export function openSetBuilder(kind: SetKind): SetBuilder {
  const key = `set-draft-${kind}`
  const $draft = atom<Draft>(storedDraft(key) ?? emptyDraft())
  let creating = false

  function change(part: Partial<Draft>) {
    $draft.set({ ...$draft.get(), ...part })
    keep(key, $draft.get())
  }

  async function create() {
    if (creating) return undefined
    creating = true
    try {
      const { name, days, clips } = $draft.get()
      const source_ids = [...new Set(clips.map(({ id }) => id))]
      const created =
        kind === 'promotion'
          ? await requestAs(createPromotion, { promo_name: name, source_ids, expires_in_days: Number(days) })
          : await requestAs(createCollection, { curated_name: name, source_ids })
      change(emptyDraft())
      return created
    } finally {
      creating = false
    }
  }

  return {
    $draft,
    create,
    add(clip) {
      const { clips } = $draft.get()
      if (clips.some(({ id }) => id === clip.id)) return true
      if (clips.length >= MAX_SET_CLIPS) return false
      change({ clips: [...clips, builderFields(clip)] })
      return true
    },
    remove: (id) => change({ clips: $draft.get().clips.filter((clip) => clip.id !== id) }),
    move: (id, to) => change({ clips: moved($draft.get().clips, id, to) }),
    setName: (name) => change({ name }),
    setDays: (days) => change({ days }),
  }
}

export function problemOf({ name, days, clips }: Draft, kind: SetKind): DraftProblem | undefined {
  if (clips.length === 0) return 'noClips'
  if (name.trim() === '') return 'nameEmpty'
  if (setSlug(name) === undefined) return 'badName'
  if (kind === 'promotion' && !isDays(days)) return 'badDays'
  return undefined
}

function isDays(days: string): boolean {
  const number = Number(days)
  return /^\d{1,3}$/.test(days.trim()) && number >= PROMOTION_DAYS.min && number <= PROMOTION_DAYS.max
}

function moved(clips: readonly BuilderClip[], id: number, to: number): readonly BuilderClip[] {
  const clip = clips.find((one) => one.id === id)
  if (!clip) return clips
  const others = clips.filter((one) => one !== clip)
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, clip)
}

/** Hundreds of whole clips would fill the tab's storage. */
function builderFields({ id, title, title_ja, media }: BuilderClip): BuilderClip {
  const { thumbnail_url, watermarked_url, dominant_color } = media
  return { id, title, title_ja, media: { thumbnail_url, watermarked_url, dominant_color } }
}

function emptyDraft(): Draft {
  return { name: '', days: String(PROMOTION_DAYS.default), clips: [] }
}

/** Undefined for anything invalid: extensions, old versions and people can write to storage. */
function storedDraft(key: string): Draft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? '')
    const isDraft =
      typeof draft.name === 'string' &&
      typeof draft.days === 'string' &&
      draft.clips.every((clip: BuilderClip) => Number.isInteger(clip.id) && clip.media.thumbnail_url)
    return isDraft ? draft : undefined
  } catch {
    return undefined
  }
}

function keep(key: string, draft: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch (error) {
    console.info('The draft could not be kept', error)
  }
}
