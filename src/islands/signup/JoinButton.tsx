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
  /** What is offered once all spots are taken. */
  browse: string
}

/** Asks who you are, if need be, and then for a spot. */
export function JoinButton({ label, locale, texts, siteName, browse }: JoinButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const busy = useStore($redeeming, { ssr: () => false })
  const left = useSpotsLeft(texts)

  useEarlyClick(button, () => join(texts, siteName))

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
      onClick={() => join(texts, siteName)}
    >
      {label}
    </button>
  )
}

/** Spots that are left; undefined until it is known. */
export function useSpotsLeft(texts: SignupTexts): number | undefined {
  useEffect(() => arrive(texts), [texts])
  return useStore($spotsLeft, { ssr: () => undefined })
}
