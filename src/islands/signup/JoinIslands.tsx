import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { type Locale, localePath } from '#domain/address/locale-path.ts'
import { TESTER_SPOTS } from '#domain/membership/tester-spots.ts'
import { fill, type Template } from '#i18n/template.ts'
import { $question, $redeeming, $spotsLeft, fetchSpots } from '#stores/testers.ts'
import { toastUnloaded } from '#stores/toasts.ts'
import { useEarlyClick } from '../auth/use-early-click.ts'
import { type SpotsWords, spotsText } from './spots-words.ts'

/** Loaded late, because of its texts and requests: nobody joins at once. */
const joining = () => import('./join.tsx')

interface JoinButtonProps {
  label: string
  locale: Locale
  siteName: string
  /** Offered once all spots are taken. */
  plans: string
  /** What the server knew; the count may say otherwise by now. */
  soldOut: boolean
  /** All spots, if not as many as usual. */
  total?: number
}

/** Asks to sign in if necessary, then claims a spot. */
function JoinButton({ label, locale, siteName, plans, soldOut, total }: JoinButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const busy = useStore($redeeming, { ssr: () => false })
  const left = useSpotsLeft(soldOut, total)

  const join = () => joining().then(({ join }) => join(siteName), toastUnloaded)
  useEarlyClick(button, join)

  if (left === 0)
    return (
      <a className="button join" href={localePath(locale, '/pricing')}>
        {plans}
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
function useSpotsLeft(soldOut: boolean, total?: number): number | undefined {
  useEffect(() => arrive(total), [])
  return useStore($spotsLeft, { ssr: () => undefined }) ?? (soldOut ? 0 : undefined)
}

let arrived = false

/** Runs once per page, for any number of buttons: fetches the spots, follows their end, and checks the key in the URL. */
function arrive(total?: number): void {
  if (arrived) return
  arrived = true
  $spotsLeft.listen((left) => {
    document.querySelector('.landing')?.toggleAttribute('data-sold-out', left === 0)
  })
  void fetchSpots(total)
  joining().then(({ checkInvitation }) => checkInvitation(), toastUnloaded)
}

export interface HeroJoinProps extends JoinButtonProps {
  spots: SpotsWords
}

/** The first join button, with the number of spots left, and the dialog of both buttons. */
export function HeroJoin({ spots, ...button }: HeroJoinProps) {
  const left = useSpotsLeft(button.soldOut, button.total)
  const question = useStore($question, { ssr: () => undefined })
  return (
    <div className="hero-join">
      <JoinButton {...button} />
      <p className="spots" data-none={left === 0} aria-live="polite">
        {spotsText(spots, left, button.total)}
      </p>
      {/* In the body: the hero is dark in both themes. */}
      {question && createPortal(question, document.body)}
    </div>
  )
}

export interface LastChanceProps extends JoinButtonProps {
  title: Template<'spots' | 'total'>
  text: string
  taken: { title: string; text: string }
  spots: SpotsWords
}

/** The count as a headline, a mark per spot, and the second button. */
export function LastChance({ title, text, taken, spots, ...button }: LastChanceProps) {
  const left = useSpotsLeft(button.soldOut, button.total)
  return (
    <>
      <h2 id="last-chance">{headline()}</h2>
      <Spots left={left} total={button.total} />
      <p>{left === 0 ? taken.text : text}</p>
      <JoinButton {...button} />
    </>
  )

  function headline(): string {
    if (left === undefined) return spotsText(spots, left, button.total)
    return left === 0 ? taken.title : fill(title, { spots: left, total: button.total ?? TESTER_SPOTS })
  }
}

/** More marks than this say nothing. */
const MOST_MARKS = 100

/** One mark per spot; taken ones are faint. */
function Spots({ left, total = TESTER_SPOTS }: { left: number | undefined; total: number | undefined }) {
  const taken = total - (left ?? total)
  if (total > MOST_MARKS) return null
  const marks = [...Array(total).keys()]
  return (
    <ul className="spot-marks" aria-hidden="true">
      {marks.map((place) => (
        <li key={place} data-taken={place < taken} />
      ))}
    </ul>
  )
}
