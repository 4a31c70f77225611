import { persistentAtom } from '@nanostores/persistent'
import { atom, computed, onMount } from 'nanostores'
import { like, likeList, unlike } from '#contract/clips/clip-calls.ts'
import { $auth } from '#stores/auth/auth.ts'
import { requestAs } from '#stores/auth/authorised.ts'

/** Likes that the server confirmed, stored so that hearts are right at first paint in every tab. */
interface StoredLikes {
  user: number
  ids: readonly number[]
  /** When the list was fetched, in Unix milliseconds; 0 while a like is sent, in case the page is left meanwhile. */
  at: number
}

/** Likes from another device show within this time. */
const LIKES_MAX_AGE_MS = 10 * 60 * 1000

const $storedLikes = persistentAtom<StoredLikes | undefined>('likes', undefined, {
  encode: (stored) => stored && JSON.stringify(stored),
  decode: decodeLikes,
})

/** Likes shown but not confirmed yet. */
const $pendingLikes = atom<ReadonlyMap<number, boolean>>(new Map())

export const NO_LIKES: ReadonlySet<number> = new Set()

/** Ids that the signed-in person likes; empty if signed out. Fetched once per sign-in. */
export const $likedIds = computed(
  [$auth, $storedLikes, $pendingLikes],
  (auth, stored, pending): ReadonlySet<number> => {
    if (!auth) return NO_LIKES
    const ids = new Set(stored?.user === auth.id ? stored.ids : [])
    for (const [id, wanted] of pending) wanted ? ids.add(id) : ids.delete(id)
    return ids
  },
)

onMount($likedIds, () => $auth.subscribe((auth) => (auth ? fetchLikes(auth.id) : forgetLikes())))

/** The person whose likes this page has fetched, so that refreshed tokens do not fetch again. */
let lastFetch: { user: number; at: number } | undefined
let fetching: Promise<void> = Promise.resolve()

function isFresh(user: number, known: { user: number; at: number } | undefined): boolean {
  return known?.user === user && Date.now() - known.at < LIKES_MAX_AGE_MS
}

function forgetLikes(): void {
  lastFetch = undefined
  $storedLikes.set(undefined)
}

/** A failure is only logged: hearts stay, and liking works without the list. */
function fetchLikes(user: number): void {
  if (isFresh(user, $storedLikes.get()) || isFresh(user, lastFetch)) return
  const at = Date.now()
  lastFetch = { user, at }
  fetching = requestAs(likeList, undefined).then(
    ({ likes }) => {
      if ($auth.get()?.id === user) $storedLikes.set({ user, ids: likes, at })
    },
    (error) => {
      lastFetch = undefined
      console.warn('The likes could not be fetched', error)
    },
  )
}

const turns = new Map<number, Promise<unknown>>()

/**
 * Likes or unlikes a clip: shown at once, reverted on failure, sent in order. @returns its likes @throws as
 * `requestAs`
 */
export async function setLiked(id: number, wanted: boolean): Promise<number> {
  $pendingLikes.set(new Map($pendingLikes.get()).set(id, wanted))
  markLikesStale()
  const turn = inOrder(id, () => requestAs(wanted ? like : unlike, { id }, { keepalive: true }))
  turns.set(id, turn)
  try {
    const { likes } = await turn
    await confirm(id, wanted)
    return likes
  } finally {
    if (turns.get(id) === turn) {
      turns.delete(id)
      const pending = new Map($pendingLikes.get())
      pending.delete(id)
      $pendingLikes.set(pending)
      if (turns.size === 0) markLikesFresh()
    }
  }
}

let trustedAt = 0

/** Makes the next page fetch the list, in case this one is left before the answer. */
function markLikesStale(): void {
  const stored = $storedLikes.get()
  if (!stored?.at) return
  trustedAt = stored.at
  $storedLikes.set({ ...stored, at: 0 })
}

function markLikesFresh(): void {
  const stored = $storedLikes.get()
  if (stored?.at === 0) $storedLikes.set({ ...stored, at: trustedAt })
}

/** @throws as setLiked() */
export function toggleLike(id: number): Promise<number> {
  return setLiked(id, !$likedIds.get().has(id))
}

async function inOrder<Answer>(id: number, call: () => Promise<Answer>): Promise<Answer> {
  await turns.get(id)?.catch(() => {})
  return call()
}

/** Runs after a running fetch of the list, which may have read it before this like was stored. */
async function confirm(id: number, liked: boolean): Promise<void> {
  await fetching
  const user = $auth.get()?.id
  if (user === undefined) return
  const stored = $storedLikes.get()
  const { ids, at } = stored?.user === user ? stored : { ids: [], at: 0 }
  const others = ids.filter((other) => other !== id)
  $storedLikes.set({ user, ids: liked ? [id, ...others] : others, at })
}

/** Undefined for anything invalid: extensions, old versions and people can write to storage. */
function decodeLikes(text: string): StoredLikes | undefined {
  try {
    const stored = JSON.parse(text)
    return Number.isInteger(stored?.user) && Number.isFinite(stored.at) && Array.isArray(stored.ids)
      ? stored
      : undefined
  } catch {
    return undefined
  }
}
