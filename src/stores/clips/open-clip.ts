import { atom } from 'nanostores'

/** The clip in the lightbox, also in the URL (`#clip-7`), so that it can be shared and the back button closes it. */
export const $openClip = atom<number | undefined>()

/** Whether the page without a clip is one step back in the history. */
let oneStepBack = false

/** Follows the URL. Returns a function that stops it. */
export function followAddress(): () => void {
  const follow = ({ oldURL }: HashChangeEvent) => {
    const id = clipFromStorage(location.hash)
    oneStepBack = id !== undefined && clipFromStorage(new URL(oldURL).hash) === undefined
    $openClip.set(id)
  }
  window.addEventListener('hashchange', follow)
  $openClip.set(clipFromStorage(location.hash))
  return () => window.removeEventListener('hashchange', follow)
}

/** Shows another clip without a new history entry. */
export function showClip(id: number): void {
  if ($openClip.get() === id) return
  history.replaceState(history.state, '', `#clip-${id}`)
  $openClip.set(id)
}

/** Goes back if that leads to this page, so that one press of the back button leaves it. */
export function closeClip(): void {
  if ($openClip.get() === undefined) return
  $openClip.set(undefined)
  if (oneStepBack) history.back()
  else history.replaceState(history.state, '', location.pathname + location.search)
  oneStepBack = false
}

function clipFromStorage(hash: string): number | undefined {
  const id = /^#clip-(\d{1,15})$/.exec(hash)?.[1]
  return id === undefined ? undefined : Number(id)
}
