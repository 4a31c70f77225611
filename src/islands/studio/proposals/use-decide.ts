import type { Proposal } from '#contract/studio/proposals.ts'
import type { ProposedField } from '#domain/studio/proposal.ts'
import { proposalsTexts } from '#i18n/studio/proposals-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { askFor, decideOn } from '#stores/studio/proposals.ts'
import { showToast } from '#stores/toasts.ts'
import { useAction } from '../use-action.ts'

/** Actions on proposals, one at a time, that say what became of them. @param after runs after a decision */
export function useDecide(after: () => unknown = () => {}) {
  const t = proposalsTexts(pageLocale())
  const { busy, run } = useAction(t.failed)
  return {
    busy,
    run,
    ask: (clips: readonly number[]) =>
      run(async () => {
        const left = await askFor(clips)
        if (left > 0) showToast({ kind: 'error', text: t.notAsked(left) })
      }),
    decide: (proposals: readonly Proposal[], decision: { accept: boolean; fields?: ProposedField[] }) =>
      run(async () => {
        const left = await decideOn(proposals, decision)
        if (left > 0) showToast({ kind: 'error', text: t.left(left) })
        else showToast({ kind: 'success', text: decision.accept ? t.accepted : t.dismissed })
        await after()
      }),
  }
}
