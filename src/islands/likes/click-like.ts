import { countClick } from '#stores/analytics/activity.ts'
import { $auth } from '#stores/auth/auth.ts'
import { askToSignIn } from '#stores/auth/dialog.ts'
import { setLiked, toggleLike } from '#stores/clips/likes.ts'
import { showToast } from '#stores/toasts.ts'

/** Handles a click on a heart; after a sign-in it always likes. @returns number of likes; undefined if unknown */
export async function clickLike(id: number, failed: string): Promise<number | undefined> {
  countClick('LIKECLICK_CLICK', { id })
  if ($auth.get()) {
    const likes = await save(() => toggleLike(id), failed)
    if ($auth.get()) return likes
  }
  return new Promise((resolve) =>
    askToSignIn({
      view: 'register',
      // biome-ignore lint/suspicious/noThenProperty: what comes after signing in; nobody awaits the request
      then: async () => resolve(await save(() => setLiked(id, true), failed)),
    }),
  )
}

/**
 * Offers to put a clip into a collection, for somebody signed in. It is an extra: offline nothing is said.
 * @param at within a tile, or a heart
 */
export function offerAdding(at: EventTarget | null, clip?: number): void {
  if ($auth.get()) import('../boards/offer-adding.ts').then((late) => late.offerAdding(at, clip), Boolean)
}

async function save(change: () => Promise<number>, failed: string): Promise<number | undefined> {
  try {
    return await change()
  } catch (error) {
    console.warn('A like could not be saved', error)
    // With the session lost, the dialog opens instead.
    if ($auth.get()) showToast({ kind: 'error', text: failed })
    return undefined
  }
}
