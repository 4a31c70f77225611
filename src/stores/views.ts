import { countView } from '#contract/endpoints.ts'
import { request } from '#contract/request.ts'

/** Says once that a clip's page is looked at: when it is seen, not while it waits in a background tab. */
export function countViewOf(id: number): void {
  const count = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', count)
    const uncounted = (error: unknown) => console.info('A view was not counted', error)
    request(countView, { id }, { keepalive: true }).catch(uncounted)
  }
  document.addEventListener('visibilitychange', count)
  count()
}
