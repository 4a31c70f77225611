import { useStore } from '@nanostores/react'
import { lazy, Suspense } from 'react'
import { createPortal } from 'react-dom'
import { signupTexts } from '#i18n/signup-texts.ts'
import type { Locale } from '#i18n/strings.ts'
import { $subscriptionBeside } from '#stores/testers.ts'
import dialogStyles from '../auth/auth.css?url'
import { loadStyles } from '../auth/load-styles.ts'
import { JoinButton, type JoinButtonProps, useSpotsLeft } from './JoinButton.tsx'
import { type SpotsWords, spotsText } from './spots-words.ts'

const SubscriptionDialog = lazy(async () => {
  const [module] = await Promise.all([import('./SubscriptionDialog.tsx'), loadStyles(dialogStyles)])
  return { default: module.SubscriptionDialog }
})

export interface HeroJoinProps extends Omit<JoinButtonProps, 'texts'> {
  locale: Locale
  spots: SpotsWords
}

/** The first join button, with the number of spots left, and the dialog of both buttons. */
export function HeroJoin({ locale, spots, ...button }: HeroJoinProps) {
  const texts = signupTexts(locale)
  const left = useSpotsLeft(texts)
  const beside = useStore($subscriptionBeside, { ssr: () => undefined })
  return (
    <div className="hero-join">
      <JoinButton locale={locale} texts={texts} {...button} />
      <p className="spots" data-none={left === 0} aria-live="polite">
        {spotsText(spots, left)}
      </p>
      {beside &&
        // In the body: the hero is dark in both themes.
        createPortal(
          <Suspense>
            <SubscriptionDialog texts={texts} siteName={button.siteName} />
          </Suspense>,
          document.body,
        )}
    </div>
  )
}
