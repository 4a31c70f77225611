import { atom, type ReadableAtom } from 'nanostores'
import type { Media, Source } from '#contract/clips/clips.ts'
import {
  changeCollection,
  changePromotion,
  createCollection,
  createPromotion,
} from '#contract/sets/set-calls.ts'
import type { Collection, CreatedSet } from '#contract/sets/sets.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { isPromotionLength, MAX_SET_CLIPS, PROMOTION_DAYS } from '#domain/sets/set-limits.ts'
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
  description: string
  /** Whether the address gets unguessable letters. */
  unguessable: boolean
  clips: readonly BuilderClip[]
}

/** Why a draft cannot be created yet. */
export type DraftProblem = 'noClips' | 'nameEmpty' | 'badName' | 'badDays'

export type SetBuilder = ReturnType<typeof openSetBuilder>

/**
 * A set being built. The draft of a new one survives a reload and ends with the tab. @param edited the set to change,
 * in its present state
 */
export function openSetBuilder(kind: SetKind, edited?: Collection, days = PROMOTION_DAYS.default) {
  const key = `set-draft-${kind}`
  const $draft = atom<Draft>(edited ? draftOf(edited) : (storedDraft(key, kind) ?? emptyDraft(kind, days)))
  let saving = false

  function change(part: Partial<Draft>) {
    $draft.set({ ...$draft.get(), ...part })
    if (!edited) keep(key, $draft.get())
  }

  /** Creates or changes the set; a new set's draft is cleared. One call at a time. @throws as `requestAs` */
  async function save() {
    if (saving) return undefined
    saving = true
    try {
      const saved = await (edited ? update(kind, edited, $draft.get()) : create(kind, $draft.get()))
      if (!edited) change(emptyDraft(kind, days))
      return saved
    } finally {
      saving = false
    }
  }

  return {
    $draft: $draft as ReadableAtom<Draft>,
    change,
    save,
    /** Adds a clip; one that is in the set stays in place. Returns false if the set is full. */
    add(clip: BuilderClip): boolean {
      const { clips } = $draft.get()
      if (clips.some(({ id }) => id === clip.id)) return true
      if (clips.length >= MAX_SET_CLIPS) return false
      change({ clips: [...clips, builderFields(clip)] })
      return true
    },
    remove: (id: number) => change({ clips: $draft.get().clips.filter((clip) => clip.id !== id) }),
    /** @param to new index, from 0 */
    move: (id: number, to: number) => change({ clips: moved($draft.get().clips, id, to) }),
  }
}

const idsOf = (clips: readonly BuilderClip[]) => [...new Set(clips.map(({ id }) => id))]

function create(kind: SetKind, { name, days, description, unguessable, clips }: Draft): Promise<CreatedSet> {
  const set = { source_ids: idsOf(clips), description, unguessable }
  return kind === 'promotion'
    ? requestAs(createPromotion, { promo_name: name, expires_in_days: Number(days), ...set })
    : requestAs(createCollection, { curated_name: name, ...set })
}

/** Sends only differences from `before`: another tab may have changed the rest. */
function update(
  kind: SetKind,
  { id, ...before }: Collection,
  { name, description, clips }: Draft,
): Promise<CreatedSet> {
  const isNewName = name !== before.name
  const source_ids = idsOf(clips)
  const change = {
    id,
    ...(description !== before.description && { description }),
    ...(source_ids.join() !== idsOf(before.sources).join() && { source_ids }),
  }
  return kind === 'promotion'
    ? requestAs(changePromotion, { ...(isNewName && { promo_name: name }), ...change })
    : requestAs(changeCollection, { ...(isNewName && { curated_name: name }), ...change })
}

export function problemOf(
  { name, days, clips }: Pick<Draft, 'name' | 'days' | 'clips'>,
  kind: SetKind,
): DraftProblem | undefined {
  if (clips.length === 0) return 'noClips'
  if (name.trim() === '') return 'nameEmpty'
  if (setSlug(name) === undefined) return 'badName'
  if (kind === 'promotion' && !isPromotionLength(days)) return 'badDays'
  return undefined
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

/** Promotions have short names to say aloud; curated sets are for people who get the link. */
function emptyDraft(kind: SetKind, days: number = PROMOTION_DAYS.default): Draft {
  const unguessable = kind === 'collection'
  return { name: '', days: String(days), description: '', unguessable, clips: [] }
}

function draftOf({ name, description, sources }: Collection): Draft {
  return { ...emptyDraft('promotion'), name, description, clips: sources.map(builderFields) }
}

/** Undefined for anything invalid: extensions, old versions and people can write to storage. */
function storedDraft(key: string, kind: SetKind): Draft | undefined {
  try {
    const draft = { ...emptyDraft(kind), ...JSON.parse(sessionStorage.getItem(key) ?? '') }
    const isDraft =
      typeof draft.name === 'string' &&
      typeof draft.days === 'string' &&
      typeof draft.description === 'string' &&
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
