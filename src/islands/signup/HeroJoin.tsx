import { signupTexts } from '#i18n/signup-texts.ts'
import type { Locale } from '#i18n/strings.ts'
import { JoinButton, type JoinButtonProps, useSpotsLeft } from './JoinButton.tsx'
import { type SpotsWords, spotsText } from './spots-words.ts'

export interface HeroJoinProps extends Omit<JoinButtonProps, 'texts'> {
  locale: Locale
  spots: SpotsWords
}

/** The first join button, with the number of spots left. */
export function HeroJoin({ locale, spots, ...button }: HeroJoinProps) {
  const texts = signupTexts(locale)
  const left = useSpotsLeft(texts)
  return (
    <div className="hero-join">
      <JoinButton locale={locale} texts={texts} {...button} />
      <p className="spots" data-none={left === 0} aria-live="polite">
        {spotsText(spots, left)}
      </p>
    </div>
  )
}
