import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { UploadLine } from '#contract/studio/clips/uploads.ts'
import { proposalsTexts } from '#i18n/studio/proposals/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { $proposals, followProposals } from '#stores/studio/proposals.ts'
import { Button } from '../../auth/buttons.tsx'
import { Answers, useProposals } from './Answers.tsx'
import { ModelCost, ProposedFields, reasonText } from './ProposedFields.tsx'

/** Has texts proposed for all drafts of the list, and answers them together. */
export function UploadProposals({ lines }: { lines: readonly UploadLine[] }) {
  const t = proposalsTexts(pageLocale())
  const data = useStore($proposals)
  const { busy, ask, decide } = useProposals()
  useEffect(() => followProposals(), [])
  const drafts = new Set(
    lines.flatMap(({ clip, clip_state }) => (clip_state === 'draft' ? (clip ?? []) : [])),
  )
  if (!data || drafts.size === 0) return null
  const proposals = data.proposals.filter(({ clip }) => drafts.has(clip))
  const open = proposals.filter(({ proposed }) => Object.keys(proposed).length > 0)
  const isWaiting = proposals.some(({ state }) => state === 'waiting')
  // Those that wait or are decided are not sent again.
  const sent = new Set(proposals.flatMap(({ state, clip }) => (state === 'failed' ? [] : clip)))
  const unsent = [...drafts].filter((clip) => !sent.has(clip))
  return (
    <section className="panel" aria-label={t.title}>
      <h2>{t.title}</h2>
      <p className="panel-note">{t.lead(data.model)}</p>
      <p role="status" className="proposal-status">
        {[isWaiting && t.waiting, open.length > 0 && t.ready(open.length)].filter(Boolean).join(' ')}
      </p>
      {unsent.length > 0 && (
        <div className="panel-actions">
          <Button aria-disabled={busy} onClick={() => ask(unsent)}>
            {t.ask} ({t.clips(unsent.length)})
          </Button>
        </div>
      )}
      {open.length > 0 && (
        <Answers clips={open.length} busy={busy} decide={({ accept }) => decide(open, { accept })} />
      )}
      <ModelCost of={data} />
    </section>
  )
}

/** What is proposed for the draft of an upload, folded. */
export function UploadProposal({ clip }: { clip: number }) {
  const t = proposalsTexts(pageLocale())
  const data = useStore($proposals)
  const proposal = data?.proposals.find((one) => one.clip === clip)
  const { busy, decide } = useProposals()
  if (!data || !proposal) return null
  if (proposal.state === 'failed') return <p className="panel-note">{reasonText(proposal)}</p>
  if (Object.keys(proposal.proposed).length === 0) return null
  return (
    <details>
      <summary>{t.title}</summary>
      <ProposedFields
        of={data}
        proposal={proposal}
        busy={busy}
        decide={(decision) => decide([proposal], decision)}
      />
    </details>
  )
}
