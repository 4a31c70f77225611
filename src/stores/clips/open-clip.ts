import { atom } from 'nanostores'

/** Id of the clip that is shown full screen. It stands in the address, `#clip-7`, so that it can be shared and gone back from. */
export const $openClip = atom<number | undefined>()

/** Whether the page without a clip is one step back in the history. */
let oneStepBack = false

/** Keeps in step with the address. Returns what ends it. */
export function followAddress(): () => void {
  const follow = ({ oldURL }: HashChangeEvent) => {
    const id = clipIn(location.hash)
    oneStepBack = id !== undefined && clipIn(new URL(oldURL).hash) === undefined
    $openClip.set(id)
  }
  window.addEventListener('hashchange', follow)
  $openClip.set(clipIn(location.hash))
  return () => window.removeEventListener('hashchange', follow)
}

/** Goes over to another clip, which is no further step in the history. */
export function showClip(id: number): void {
  if ($openClip.get() === id) return
  history.replaceState(history.state, '', `#clip-${id}`)
  $openClip.set(id)
}

/** As the back button does where that leads to this page, so that it is not pressed twice to leave. */
export function closeClip(): void {
  if ($openClip.get() === undefined) return
  $openClip.set(undefined)
  if (oneStepBack) history.back()
  else history.replaceState(history.state, '', location.pathname + location.search)
  oneStepBack = false
}

function clipIn(hash: string): number | undefined {
  const id = /^#clip-(\d{1,15})$/.exec(hash)?.[1]
  return id === undefined ? undefined : Number(id)
}
