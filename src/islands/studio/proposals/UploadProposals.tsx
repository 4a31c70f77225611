import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { UploadLine } from '#contract/studio/uploads.ts'
import { proposalsTexts } from '#i18n/studio/proposals-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { $proposals, followProposals } from '#stores/studio/proposals.ts'
import { proposesTexts } from '#stores/studio/studio-settings.ts'
import { ModelCost, ProposedFields, reasonText } from './ProposedFields.tsx'
import { useDecide } from './use-decide.ts'

/** Has texts proposed for all drafts of the list, and answers them together. */
export function UploadProposals({ lines }: { lines: readonly UploadLine[] }) {
  const t = proposalsTexts(pageLocale())
  const data = useStore($proposals)
  const { busy, ask, decide } = useDecide()
  useEffect(() => (proposesTexts() ? followProposals() : undefined), [])
  if (!data) return null
  const drafts = new Set(
    lines.flatMap(({ clip, clip_state }) => (clip_state === 'draft' ? (clip ?? []) : [])),
  )
  const ofDrafts = data.proposals.filter(({ clip }) => drafts.has(clip))
  const waiting = ofDrafts.filter(({ state }) => state === 'waiting').length
  const open = ofDrafts.filter(({ proposed }) => Object.keys(proposed).length > 0)
  // Those that are decided, or wait, are not sent again.
  const settled = new Set(ofDrafts.filter(({ state }) => state !== 'failed').map(({ clip }) => clip))
  const askable = [...drafts].filter((clip) => !settled.has(clip))
  if (drafts.size === 0) return null
  return (
    <section className="panel" aria-label={t.title}>
      <h2>{t.title}</h2>
      <p className="panel-note">{t.lead(data.model)}</p>
      <p role="status">
        {waiting > 0 && t.waitingClips(waiting)} {open.length > 0 && t.ready(open.length)}
      </p>
      <div className="panel-actions">
        {askable.length > 0 && (
          <button type="button" className="button" aria-disabled={busy} onClick={() => ask(askable)}>
            {t.askDrafts(askable.length)}
          </button>
        )}
        {open.length > 0 &&
          ([true, false] as const).map((accept) => (
            <button
              key={String(accept)}
              type="button"
              className="button button-quiet"
              aria-disabled={busy}
              onClick={() => decide(open, { accept })}
            >
              {accept ? t.acceptClips(open.length) : t.dismissClips(open.length)}
            </button>
          ))}
      </div>
      <ModelCost of={data} />
    </section>
  )
}

/** What is proposed for the draft of an upload, folded. */
export function UploadProposal({ clip }: { clip: number }) {
  const t = proposalsTexts(pageLocale())
  const proposal = useStore($proposals)?.proposals.find((one) => one.clip === clip)
  const { busy, decide } = useDecide()
  const fields = Object.keys(proposal?.proposed ?? {}).length
  if (proposal?.state === 'failed') return <p className="panel-note">{reasonText(proposal)}</p>
  if (!proposal || fields === 0) return null
  return (
    <details className="upload-proposal">
      <summary>{t.proposedFor(fields)}</summary>
      <ProposedFields proposal={proposal} busy={busy} decide={(decision) => decide([proposal], decision)} />
    </details>
  )
}
