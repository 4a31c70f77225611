import type { Proposal } from '#contract/studio/clips/proposals.ts'
import type { ProposedField } from '#domain/studio/clip/proposal.ts'
import { proposalsTexts } from '#i18n/studio/proposals/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { askFor, decideOn } from '#stores/studio/proposals.ts'
import { showToast } from '#stores/toasts.ts'
import { useAction } from '../use-action.ts'

export type Decide = (decision: { accept: boolean; fields?: ProposedField[] }) => unknown

interface AnswersProps {
  /** The field; absent: all fields, of so many clips. */
  of?: string
  clips?: number
  busy: boolean
  decide: Decide
}

/** The two answers to something proposed. */
export function Answers({ of, clips, busy, decide }: AnswersProps) {
  const t = proposalsTexts(pageLocale())
  const number = clips === undefined ? '' : ` (${t.clips(clips)})`
  return (
    <div className="panel-actions">
      {([true, false] as const).map((accept) => {
        const text = accept ? t.accept : t.dismiss
        return (
          <button
            key={text}
            type="button"
            className={of ? 'link-button' : accept ? 'button' : 'button button-quiet'}
            aria-label={of && `${text}: ${of}`}
            aria-disabled={busy}
            onClick={() => decide({ accept })}
          >
            {of ? text : `${accept ? t.acceptAll : t.dismissAll}${number}`}
          </button>
        )
      })}
    </div>
  )
}

/** Asks for and answers proposals, one action at a time. @param after runs after an answer */
export function useProposals(after: () => unknown = () => {}) {
  const t = proposalsTexts(pageLocale())
  const { busy, run } = useAction(t.failed)
  const tell = (left: number, text: string) => left > 0 && showToast({ kind: 'error', text })
  return {
    busy,
    ask: (clips: readonly number[]) =>
      run(async () => {
        const left = await askFor(clips)
        tell(left, t.notAsked(left))
      }),
    decide: (proposals: readonly Proposal[], decision: Parameters<Decide>[0]) =>
      run(async () => {
        const left = await decideOn(proposals, decision)
        tell(left, t.left(left))
        await after()
      }),
  }
}
