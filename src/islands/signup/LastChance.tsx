import { TESTER_SPOTS } from '#domain/membership/tester-spots.ts'
import { fill, type Template } from '#i18n/template.ts'
import { JoinButton, type JoinButtonProps, useSpotsLeft } from './JoinButton.tsx'
import { type SpotsWords, spotsText } from './spots-words.ts'

export interface LastChanceProps extends JoinButtonProps {
  title: Template<'spots' | 'total'>
  text: string
  soldOut: { title: string; text: string }
  spots: SpotsWords
}

/** The count as a headline, a mark per spot, and the second button. */
export function LastChance({ title, text, soldOut, spots, ...button }: LastChanceProps) {
  const left = useSpotsLeft()
  return (
    <>
      <h2 id="last-chance">{headline()}</h2>
      <Spots left={left} />
      <p>{left === 0 ? soldOut.text : text}</p>
      <JoinButton {...button} />
    </>
  )

  function headline(): string {
    if (left === undefined) return spotsText(spots, left)
    return left === 0 ? soldOut.title : fill(title, { spots: left, total: TESTER_SPOTS })
  }
}

/** One mark per spot; taken ones are faint. */
function Spots({ left }: { left: number | undefined }) {
  const taken = TESTER_SPOTS - (left ?? TESTER_SPOTS)
  const marks = [...Array(TESTER_SPOTS).keys()]
  return (
    <ul className="spot-marks" aria-hidden="true">
      {marks.map((place) => (
        <li key={place} data-taken={place < taken} />
      ))}
    </ul>
  )
}
