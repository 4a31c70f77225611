import { countView } from '#contract/endpoints.ts'
import { request } from '#contract/request.ts'
import { countCollectionView, countPromotionView } from '#contract/set-endpoints.ts'
import type { ShownSet } from '#stores/sets/set-clips.ts'

/** Says once that a clip's page is looked at: when it is seen, not while it waits in a background tab. */
export function countViewOf(id: number): void {
  onceSeen(() => request(countView, { id }, { keepalive: true }))
}

/** The same for the page of a set. */
export function countViewOfSet({ kind, id }: ShownSet): void {
  const count = kind === 'promotion' ? countPromotionView : countCollectionView
  onceSeen(() => request(count, { id }, { keepalive: true }))
}

function onceSeen(send: () => Promise<void>): void {
  const count = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', count)
    send().catch((error: unknown) => console.info('A view was not counted', error))
  }
  document.addEventListener('visibilitychange', count)
  count()
}
