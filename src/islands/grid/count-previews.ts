import { countUnnamed } from '#stores/analytics/count-unnamed.ts'

/** Sent together; the rest when the page is left. */
const AT_ONCE = 20

/**
 * Counts hover previews that played. @returns a function to call with each tile that plays, and one to call at the end
 */
export function countPreviews(): { played: (tile: HTMLElement) => void; stop: () => void } {
  const ids = new Set<string>()
  const send = () => {
    if (ids.size > 0) countUnnamed('PREVIEWS_PLAYED', { ids: [...ids].join(' ') })
    ids.clear()
  }
  const sendHidden = () => document.visibilityState === 'hidden' && send()
  document.addEventListener('visibilitychange', sendHidden)
  return {
    played(tile) {
      const id = tile instanceof HTMLAnchorElement && tile.pathname.split('/').at(-1)
      if (id) ids.add(id)
      if (ids.size >= AT_ONCE) send()
    },
    stop() {
      document.removeEventListener('visibilitychange', sendHidden)
      send()
    },
  }
}
