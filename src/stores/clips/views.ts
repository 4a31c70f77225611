import { countView } from '#contract/clips/clip-calls.ts'
import { request } from '#contract/request.ts'
import { countCollectionView, countPromotionView } from '#contract/sets/set-calls.ts'
import type { ShownSet } from '#stores/sets/set-clips.ts'

/** Counts one view of a clip's page once it is visible, not in a background tab. */
export function countViewOf(id: number): void {
  whenVisible(() => request(countView, { id }, { keepalive: true }))
}

/** The same for a set's page. */
export function countViewOfSet({ kind, id }: ShownSet): void {
  const count = kind === 'promotion' ? countPromotionView : countCollectionView
  whenVisible(() => request(count, { id }, { keepalive: true }))
}

function whenVisible(send: () => Promise<void>): void {
  const count = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', count)
    send().catch((error: unknown) => console.info('A view was not counted', error))
  }
  document.addEventListener('visibilitychange', count)
  count()
}
