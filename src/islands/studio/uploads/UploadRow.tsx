import type { ReactNode } from 'react'
import type { SheetResult } from '#contract/studio/clips/sheets.ts'
import type { UploadLine } from '#contract/studio/clips/uploads.ts'
import { cancelUpload, removeUpload, retryUpload } from '#contract/studio/clips/uploads-calls.ts'
import { isUnderWay, mayChange, type UploadReason } from '#domain/studio/uploads/upload-states.ts'
import { formatBytes } from '#domain/text/format-bytes.ts'
import { sheetLines } from '#i18n/studio/sheets/sheet-lines.ts'
import { uploadsTexts } from '#i18n/studio/uploads/texts.ts'
import { $auth } from '#stores/auth/auth.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { forgetUnsent } from '#stores/uploads/unsent-files.ts'
import { dropLine, putLines } from '#stores/uploads/upload-lines.ts'
import { isOver, removeSending } from '#stores/uploads/upload-queue.ts'
import { LinkButton } from '../../auth/buttons.tsx'
import { UploadProposal } from '../proposals/UploadProposals.tsx'
import { useAction } from '../use-action.ts'
import { isInterrupted, type Row } from './rows.ts'

/** One file: its progress, its result, and its actions. */
export function UploadRow({ row }: { row: Row }) {
  const locale = pageLocale()
  const t = uploadsTexts(locale)
  const { name, folder, bytes, sending, line } = row
  const { text, details, ratio, tone } = stateOf(row)
  const clip = sending?.clip ?? line?.clip ?? undefined
  const id = sending?.id ?? line?.id

  const cancel = async () => {
    if (sending && !isOver(sending)) removeSending(sending.key)
    if (id) putLines([await requestAs(cancelUpload, { id })])
  }
  const retry = async () => id && putLines([await requestAs(retryUpload, { id })])
  const remove = async () => {
    if (sending) removeSending(sending.key)
    if (!(sending || line)) forgetUnsent(row)
    if (line) await requestAs(removeUpload, { id: line.id })
    if (line) dropLine(line.id)
  }
  const isOurs = !line || mayChange($auth.get(), line)
  const mayCancel = (sending && !isOver(sending)) || (line && isUnderWay(line.state))
  return (
    <li className="upload-row card" data-tone={tone}>
      <div className="upload-picture" aria-hidden="true">
        {line?.poster ? <img src={line.poster} alt="" loading="lazy" /> : <span>{endingOf(name)}</span>}
      </div>
      <div className="upload-name">
        <b>{name}</b>
        <span className="panel-note">
          {folder && `${folder} · `}
          {formatBytes(bytes, locale)}
          {line?.user && line.user.id !== $auth.get()?.id && ` · ${line.user.name}`}
        </span>
      </div>
      <div className="upload-state">
        <p>{text}</p>
        {details && details.length > 0 && (
          <details>
            <summary>{t.sheetDetails}</summary>
            <ul>
              {details.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </details>
        )}
        {line?.clip_state === 'draft' && clip !== undefined && <UploadProposal clip={clip} />}
        {ratio !== undefined && <progress value={ratio} max={1} aria-label={t.progressOf(name)} />}
      </div>
      <div className="upload-actions">
        {clip !== undefined && (
          <a href={localizedLink(`/studio/clip/${clip}`)} aria-label={t.openDraft(clip)}>
            {t.clip(clip)}
          </a>
        )}
        {isOurs && line?.retry && (
          <RowButton act={retry} label={t.retryOf(name)}>
            {t.retry}
          </RowButton>
        )}
        {!isOurs ? null : mayCancel ? (
          <RowButton act={cancel} label={t.cancelOf(name)}>
            {t.cancel}
          </RowButton>
        ) : (
          <RowButton act={remove} label={t.removeOf(name)}>
            {t.remove}
          </RowButton>
        )}
      </div>
    </li>
  )
}

function RowButton({ act, label, children }: { act: () => unknown; label: string; children: ReactNode }) {
  const { busy, run } = useAction(uploadsTexts(pageLocale()).failed)
  return (
    <LinkButton aria-label={label} aria-disabled={busy} onClick={() => run(async () => act())}>
      {children}
    </LinkButton>
  )
}

const endingOf = (name: string) => name.split('.').at(-1)?.slice(0, 4).toUpperCase() ?? ''

interface Shown {
  text: string
  /** What is left out of a sheet. */
  details?: string[]
  /** 0 to 1; undefined if there is no progress. */
  ratio?: number
  tone?: 'good' | 'bad'
}

function stateOf(row: Row): Shown {
  const { sending, line, bytes } = row
  const t = uploadsTexts(pageLocale())
  if (line && line.state !== 'sending') return stateOfLine(line)
  if (!sending) {
    if (!line) return { text: t.interrupted }
    const text = isInterrupted(row, $auth.get()?.id) ? t.interrupted : t.states.sending
    return { text, ratio: line.received / Math.max(1, line.bytes) }
  }
  const { state, hashed, sent, problem, small } = sending
  if (state === 'refused' && problem) return { text: t.refusals[problem] ?? t.refused(problem), tone: 'bad' }
  if (state === 'checking' && hashed > 0) return { text: t.sendStates.checking, ratio: hashed / bytes }
  return {
    text: small ? t.small(small) : t.sendStates[state],
    ...((state === 'sending' || (state === 'queued' && sent > 0)) && { ratio: sent / bytes }),
  }
}

/** The server's own text is English, so it shows only if ours says too little. */
const NEEDS_DETAILS: readonly UploadReason[] = ['unexpected']

function whyOf({ code, text }: { code: UploadReason; text: string }): string {
  const told = uploadsTexts(pageLocale()).reasons[code]
  return NEEDS_DETAILS.includes(code) && text ? `${told} ${text}` : told
}

function stateOfLine({ state, stage, ratio, reason, clip, sheet }: UploadLine): Shown {
  const t = uploadsTexts(pageLocale())
  if (sheet) return shownSheet(sheet)
  const why = reason ? whyOf(reason) : ''
  if (state === 'rendering' || state === 'probing')
    return {
      text: `${t.states[state]}${stage ? ` · ${t.stages[stage]}` : ''} · ${Math.floor(ratio * 100)} %`,
      ratio,
    }
  if (state === 'ready') return { text: clip === null ? t.sheetRead : why || t.states.ready, tone: 'good' }
  if (state === 'refused' || state === 'failed') return { text: why || t.states[state], tone: 'bad' }
  return { text: t.states[state] }
}

function shownSheet(sheet: SheetResult): Shown {
  const { summary, details } = sheetLines(sheet, pageLocale())
  const isWhole = sheet.applied === sheet.rows && sheet.wrong === 0
  const tone = isWhole ? 'good' : sheet.applied === 0 ? 'bad' : undefined
  return { text: summary, details, ...(tone && { tone }) }
}
