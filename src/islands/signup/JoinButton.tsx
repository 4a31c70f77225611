import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { type Locale, localePath } from '#domain/address/locale-path.ts'
import { $redeeming, $spotsLeft, fetchSpots, keyOfPage } from '#stores/testers.ts'
import { toastUnloaded } from '#stores/toasts.ts'
import { useEarlyClick } from '../auth/use-early-click.ts'

/** Loaded late, because of its texts and requests: nobody joins at once. */
const joining = () => import('./join.tsx')

export interface JoinButtonProps {
  label: string
  locale: Locale
  siteName: string
  /** Shown once all spots are taken. */
  browse: string
}

/** Asks to sign in if necessary, then claims a spot. */
export function JoinButton({ label, locale, siteName, browse }: JoinButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const busy = useStore($redeeming, { ssr: () => false })
  const left = useSpotsLeft()

  const join = () => joining().then(({ join }) => join(siteName), toastUnloaded)
  useEarlyClick(button, join)

  if (left === 0)
    return (
      <a className="button join" href={localePath(locale, '/')}>
        {browse}
      </a>
    )
  return (
    <button
      ref={button}
      type="button"
      className="button join"
      data-early
      aria-haspopup="dialog"
      aria-busy={busy}
      onClick={join}
    >
      {label}
    </button>
  )
}

/** Spots left; undefined until known. */
export function useSpotsLeft(): number | undefined {
  useEffect(arrive, [])
  return useStore($spotsLeft, { ssr: () => undefined })
}

let arrived = false

/** Runs once per page, for any number of buttons: fetches the spots, and checks the key in the URL. */
function arrive(): void {
  if (arrived) return
  arrived = true
  void fetchSpots()
  if (keyOfPage()) void joining().then(({ checkInvitation }) => checkInvitation())
}
