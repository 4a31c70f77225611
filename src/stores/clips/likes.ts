import { persistentAtom } from '@nanostores/persistent'
import { computed, onMount } from 'nanostores'
import { like, likeList, unlike } from '#contract/clips/clip-calls.ts'
import { ApiError } from '#contract/request.ts'
import { $auth } from '#stores/auth/auth.ts'
import { requestAs } from '#stores/auth/authorised.ts'

/** Stored, so that hearts are right at first paint in every tab, and a like outlives the page on which it was given. */
interface StoredLikes {
  user: number
  /** Confirmed by the server. */
  ids: readonly number[]
  /** When the list was fetched, in Unix milliseconds; 0 if it may be wrong. */
  at: number
  /** Shown but not confirmed yet. If the page is left before the answer, the next one sends them again. */
  sending: readonly Change[]
}

type Change = readonly [id: number, wanted: boolean]

/** Likes from another device show within this time. */
const LIKES_MAX_AGE_MS = 10 * 60 * 1000

/** A page that is being left loses its requests, and should not take that for a failure before it is gone. */
const LEAVING_MS = 1000

const $storedLikes = persistentAtom<StoredLikes | undefined>('likes', undefined, {
  encode: (stored) => stored && JSON.stringify(stored),
  decode: decodeLikes,
})

export const NO_LIKES: ReadonlySet<number> = new Set()

/** Ids that the signed-in person likes; empty if signed out. Fetched once per sign-in. */
export const $likedIds = computed([$auth, $storedLikes], (auth, stored): ReadonlySet<number> => {
  if (!auth || stored?.user !== auth.id) return NO_LIKES
  const ids = new Set(stored.ids)
  for (const [id, wanted] of stored.sending) wanted ? ids.add(id) : ids.delete(id)
  return ids
})

onMount($likedIds, () =>
  $auth.subscribe((auth) => {
    if (!auth) return forgetLikes()
    fetchLikes(auth.id)
    sendAgain(auth.id)
  }),
)

/** The person whose likes this page has fetched, so that refreshed tokens do not fetch again. */
let lastFetch: { user: number; at: number } | undefined
let fetching: Promise<void> = Promise.resolve()

function isFresh(user: number, known: { user: number; at: number } | undefined): boolean {
  return known?.user === user && Date.now() - known.at < LIKES_MAX_AGE_MS
}

function storedOf(user: number): StoredLikes {
  const stored = $storedLikes.get()
  return stored?.user === user ? stored : { user, ids: [], at: 0, sending: [] }
}

/** For a person who has signed out meanwhile, nothing is stored. */
function store(user: number | undefined, change: (stored: StoredLikes) => Partial<StoredLikes>): void {
  if (user === undefined || $auth.get()?.id !== user) return
  const stored = storedOf(user)
  $storedLikes.set({ ...stored, ...change(stored) })
}

function forgetLikes(): void {
  lastFetch = undefined
  sentAgain = undefined
  $storedLikes.set(undefined)
}

/** A failure is only logged: hearts stay, and liking works without the list. */
function fetchLikes(user: number): void {
  if (isFresh(user, $storedLikes.get()) || isFresh(user, lastFetch)) return
  const at = Date.now()
  lastFetch = { user, at }
  fetching = requestAs(likeList, undefined).then(
    ({ likes }) => store(user, () => ({ ids: likes, at })),
    (error) => {
      lastFetch = undefined
      console.warn('The likes could not be fetched', error)
    },
  )
}

let sentAgain: number | undefined

/** Sends what a page left unconfirmed, once: later there are only this page's own changes, and those of other tabs. */
function sendAgain(user: number): void {
  if (sentAgain === user) return
  sentAgain = user
  for (const [id, wanted] of storedOf(user).sending)
    if (!turns.has(id))
      setLiked(id, wanted).catch((error) => console.warn('A like could not be saved', error))
}

const turns = new Map<number, Promise<unknown>>()

/**
 * Likes or unlikes a clip: shown at once, reverted on failure, sent in order. @returns its likes @throws as
 * `requestAs`
 */
export async function setLiked(id: number, wanted: boolean): Promise<number> {
  const user = $auth.get()?.id
  const others = ({ sending }: StoredLikes) => sending.filter(([other]) => other !== id)
  store(user, (stored) => ({ sending: [...others(stored), [id, wanted]] }))
  const turn = inOrder(id, () => requestAs(wanted ? like : unlike, { id }, { keepalive: true }))
  turns.set(id, turn)
  try {
    const { likes } = await turn
    // A running fetch of the list may have read it before this like was stored.
    await fetching
    store(user, ({ ids }) => ({ ids: [...(wanted ? [id] : []), ...ids.filter((other) => other !== id)] }))
    return likes
  } catch (error) {
    if (!(error instanceof ApiError)) await new Promise((resolve) => setTimeout(resolve, LEAVING_MS))
    // Perhaps only the answer was lost.
    store(user, () => ({ at: 0 }))
    throw error
  } finally {
    if (turns.get(id) === turn) {
      turns.delete(id)
      store(user, (stored) => ({ sending: others(stored) }))
    }
  }
}

/** @throws as setLiked() */
export function toggleLike(id: number): Promise<number> {
  return setLiked(id, !$likedIds.get().has(id))
}

async function inOrder<Answer>(id: number, call: () => Promise<Answer>): Promise<Answer> {
  await turns.get(id)?.catch(() => {})
  return call()
}

/** Undefined for anything invalid: extensions, old versions and people can write to storage. */
function decodeLikes(text: string): StoredLikes | undefined {
  try {
    const stored = JSON.parse(text)
    return Number.isInteger(stored?.user) && Number.isFinite(stored.at) && Array.isArray(stored.ids)
      ? { ...stored, sending: Array.isArray(stored.sending) ? stored.sending.filter(Array.isArray) : [] }
      : undefined
  } catch {
    return undefined
  }
}
