import { useStore } from '@nanostores/react'
import { createPortal } from 'react-dom'
import { $question } from '#stores/testers.ts'
import { JoinButton, type JoinButtonProps, useSpotsLeft } from './JoinButton.tsx'
import { type SpotsWords, spotsText } from './spots-words.ts'

export interface HeroJoinProps extends JoinButtonProps {
  spots: SpotsWords
}

/** The first join button, with the number of spots left, and the dialog of both buttons. */
export function HeroJoin({ spots, ...button }: HeroJoinProps) {
  const left = useSpotsLeft()
  const question = useStore($question, { ssr: () => undefined })
  return (
    <div className="hero-join">
      <JoinButton {...button} />
      <p className="spots" data-none={left === 0} aria-live="polite">
        {spotsText(spots, left)}
      </p>
      {/* In the body: the hero is dark in both themes. */}
      {question && createPortal(question, document.body)}
    </div>
  )
}
