import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { type Locale, localePath } from '#domain/address/locale-path.ts'
import type { SignupTexts } from '#i18n/signup-texts.ts'
import { $redeeming, $spotsLeft } from '#stores/testers.ts'
import { useEarlyClick } from '../auth/use-early-click.ts'
import { arrive, join } from './join.ts'

export interface JoinButtonProps {
  label: string
  locale: Locale
  texts: SignupTexts
  siteName: string
  /** Shown once all spots are taken. */
  browse: string
}

/** Asks to sign in if necessary, then claims a spot. */
export function JoinButton({ label, locale, texts, siteName, browse }: JoinButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const busy = useStore($redeeming, { ssr: () => false })
  const left = useSpotsLeft(texts)

  useEarlyClick(button, () => void join({ texts, siteName }))

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
      onClick={() => void join({ texts, siteName })}
    >
      {label}
    </button>
  )
}

/** Spots left; undefined until known. */
export function useSpotsLeft(texts: SignupTexts): number | undefined {
  useEffect(() => arrive(texts), [texts])
  return useStore($spotsLeft, { ssr: () => undefined })
}
