import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { studioClip } from '#contract/studio/editor-calls.ts'
import { proposalsTexts } from '#i18n/studio/proposals-texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import type { ClipEditor, EditorView } from '#stores/studio/clip-editor.ts'
import { $proposals, followProposals } from '#stores/studio/proposals.ts'
import { proposesTexts } from '#stores/studio/studio-settings.ts'
import { showToast } from '#stores/toasts.ts'
import { type Decide, ModelCost, ProposedFields, reasonText } from './ProposedFields.tsx'
import { useDecide } from './use-decide.ts'

/** Texts that a model proposes for a draft. */
export function ClipProposals({ editor, view }: { editor: ClipEditor; view: EditorView }) {
  const { id, state, trashed_at, categories } = view.clip
  const t = proposalsTexts(pageLocale())
  const data = useStore($proposals)
  useEffect(() => (proposesTexts() ? followProposals(id) : undefined), [id])
  const { busy, ask, decide } = useDecide(async () =>
    editor.take(await requestAs(studioClip, { id }), 'mine'),
  )
  const proposal = data?.proposals.find(({ clip }) => clip === id)
  const isOpen = proposal !== undefined && Object.keys(proposal.proposed).length > 0
  const mayAsk = state === 'draft' && trashed_at === null && proposal?.state !== 'waiting'
  if (!data || !(isOpen || mayAsk || proposal?.state === 'waiting')) return null

  /** The decision is about the clip as the form shows it. */
  const decideHere: Decide = async (decision) => {
    if (!proposal) return
    if (!(await editor.save())) return showToast({ kind: 'error', text: t.unsaved })
    await decide([{ ...proposal, version: editor.$view.get().clip.version }], decision)
  }
  return (
    <section className="panel" aria-label={t.title}>
      <h2>{t.title}</h2>
      <p className="panel-note">{t.lead(data.model)}</p>
      <p role="status" className="proposal-status" data-failed={proposal?.state === 'failed' || undefined}>
        {proposal?.state === 'waiting' && t.waiting}
        {proposal?.state === 'failed' && reasonText(proposal)}
      </p>
      {proposal?.state === 'ready' && (
        <ProposedFields proposal={proposal} busy={busy} decide={decideHere} categories={categories} />
      )}
      {mayAsk && (
        <div className="panel-actions">
          <button
            type="button"
            className={isOpen ? 'link-button' : 'button'}
            aria-disabled={busy}
            onClick={async () => {
              if (await editor.save()) await ask([id])
              else showToast({ kind: 'error', text: t.unsaved })
            }}
          >
            {proposal ? t.askAgain : t.ask}
          </button>
        </div>
      )}
      <ModelCost of={data} proposal={proposal} />
    </section>
  )
}
