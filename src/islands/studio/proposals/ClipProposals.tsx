import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { studioClip } from '#contract/studio/clips/editor-calls.ts'
import { proposalsTexts } from '#i18n/studio/proposals/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import type { ClipEditor, EditorView } from '#stores/studio/clip-editor.ts'
import { $proposals, followProposals } from '#stores/studio/proposals.ts'
import { showToast } from '#stores/toasts.ts'
import { useProposals } from './Answers.tsx'
import { ModelCost, ProposedFields, reasonText } from './ProposedFields.tsx'

/** Texts that a model proposes for a draft. */
export function ClipProposals({ editor, view }: { editor: ClipEditor; view: EditorView }) {
  const { id, state } = view.clip
  const t = proposalsTexts(pageLocale())
  const data = useStore($proposals)
  useEffect(() => followProposals(id), [id])
  const { busy, ask, decide } = useProposals(async () =>
    editor.take(await requestAs(studioClip, { id }), 'mine'),
  )
  const proposal = data?.proposals.find(({ clip }) => clip === id)
  if (!data || (state !== 'draft' && Object.keys(proposal?.proposed ?? {}).length === 0)) return null

  /** Asks and answers are about the clip as the form shows it. */
  async function whenSaved(act: () => unknown) {
    if (await editor.save()) await act()
    else showToast({ kind: 'error', text: t.unsaved })
  }
  return (
    <section className="panel" aria-label={t.title}>
      <h2>{t.title}</h2>
      <p className="panel-note">{t.lead(data.model)}</p>
      <p role="status" className="proposal-status" data-state={proposal?.state}>
        {proposal?.state === 'waiting' ? t.waiting : proposal && reasonText(proposal)}
      </p>
      {proposal?.state === 'ready' && (
        <ProposedFields
          of={data}
          proposal={proposal}
          busy={busy}
          decide={(decision) =>
            whenSaved(() => decide([{ ...proposal, version: editor.$view.get().clip.version }], decision))
          }
        />
      )}
      {state === 'draft' && proposal?.state !== 'waiting' && (
        <div className="panel-actions">
          <button
            type="button"
            className={proposal ? 'link-button' : 'button'}
            aria-disabled={busy}
            onClick={() => whenSaved(() => ask([id]))}
          >
            {proposal ? t.askAgain : t.ask}
          </button>
        </div>
      )}
      <ModelCost of={data} proposal={proposal} />
    </section>
  )
}
