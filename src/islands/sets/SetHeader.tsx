import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isAdmin, isPaid } from '#domain/membership/membership.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { WORTH_PER_CLIP } from '#domain/sets/set-limits.ts'
import type { TimeLeft } from '#domain/sets/time-left.ts'
import { formatBytes } from '#domain/text/format-bytes.ts'
import { type SetsTexts, setsTexts } from '#i18n/sets/texts.ts'
import type { Locale } from '#i18n/strings.ts'
import { $openClip, closeClip, followAddress } from '#stores/clips/open-clip.ts'
import { countViewOfSet } from '#stores/clips/views.ts'
import { openBulkDownload } from '#stores/download/bulk-download.ts'
import { type Countdown, openCountdown } from '#stores/sets/countdown.ts'
import type { SetClip } from '#stores/sets/set-clips.ts'
import { lateDialog } from '../account/late-dialog.tsx'
import { loadStyles } from '../auth/load-styles.ts'
import dialogStyles from '../auth/sign-in.css?url'
import { useAuth } from '../auth/use-auth.ts'
import { type DownloadTexts, explainUpgrade } from '../player/download-clip.ts'
import { BulkPanel, weightOf } from './BulkPanel.tsx'
import { downloadSetClip, downloadWholeSet, licenceText } from './download-set.ts'
import lightboxStyles from './lightbox.css?url'
import { Oops } from './Oops.tsx'
import { activateSetGrid, gridBeside, offerRemoval, removeTile } from './set-grid.ts'

const SetLightbox = lateDialog(async () => {
  const [module] = await Promise.all([import('./SetLightbox.tsx'), loadStyles(lightboxStyles)])
  return module.SetLightbox
})

const RemoveDialog = lateDialog(async () => {
  const [module] = await Promise.all([import('./RemoveDialog.tsx'), loadStyles(dialogStyles)])
  return module.RemoveDialog
})

export interface SetHeaderProps {
  locale: Locale
  kind: SetKind
  /** As in the URL. */
  id: string
  /** As shown on the page. */
  name: string
  /** The maker's description; may be empty. */
  description: string
  siteName: string
  page: string
  /** Of a clip in dollars, if the shop has its own. */
  worth?: number
  clips: SetClip[]
  /** For a promotion: the expiry, and the time left when the page was rendered. */
  expiry?: string
  left?: TimeLeft
  downloadTexts: DownloadTexts
}

/** Top of a set's page: countdown, downloads and lightbox. It also activates the tiles below. */
export function SetHeader(props: SetHeaderProps) {
  const { locale, kind, id, name } = props
  const texts = setsTexts(locale)
  const set = useMemo(() => ({ kind, id }), [kind, id])
  const { left, endNow } = useTimeLeft(props)
  const root = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLElement>(null)
  const [clips, setClips] = useState<readonly SetClip[]>(props.clips)
  const bulk = useMemo(() => openBulkDownload({ set: { ...set, name }, licenceText, ...pick(props) }), [set])
  const state = useStore(bulk.$state)
  const auth = useAuth()
  const admin = isAdmin(auth)
  const [removing, setRemoving] = useState<SetClip>()
  const open = useStore($openClip, { ssr: () => undefined })
  const [wasOpen, setWasOpen] = useState(false)
  const ended = left?.ended === true

  useEffect(() => countViewOfSet(set), [set])
  useEffect(followAddress, [])
  useEffect(() => {
    if (open !== undefined) setWasOpen(true)
  }, [open])
  useEffect(() => {
    grid.current = gridBeside(root.current)
    const take = (wanted: number) => {
      const clip = props.clips.find(({ id }) => id === wanted)
      if (clip) void downloadSetClip(set, clip, props.downloadTexts)
    }
    return grid.current ? activateSetGrid(grid.current, take) : undefined
  }, [set])
  useEffect(() => {
    if (!admin || !grid.current) return
    return offerRemoval(grid.current, clips, { texts, onRemove: setRemoving })
  }, [admin, clips])
  useEffect(() => {
    if (!ended) return
    closeClip()
    grid.current?.setAttribute('hidden', '')
  }, [ended])
  useEffect(() => {
    if (state.status !== 'failed' || state.why !== 'refused') return
    if (state.code === 'UPGRADE_REQUIRED') explainUpgrade(props.downloadTexts)
    else if (state.code === 'SIGN_IN_REQUIRED' || state.code === 'TOKEN_INVALID') downloadAll()
    else endNow()
  }, [state])

  function downloadAll() {
    downloadWholeSet(set, clips, { bulk, texts: props.downloadTexts })
  }

  function onRemoved(clip: SetClip) {
    setRemoving(undefined)
    setClips(clips.filter((one) => one !== clip))
    if (grid.current) void removeTile(grid.current, clip.id)
  }

  /** Also if it failed to load; the next click retries. */
  function onLightboxClosed() {
    closeClip()
    setWasOpen(false)
  }

  if (ended) return <Oops text={texts.promotion.endedText(name)} locale={locale} texts={texts} />
  const busy = state.status === 'running' || state.status === 'packing'
  return (
    <div className="set-head" ref={root}>
      <h1>{left ? headline(props, clips.length, left, texts) : name}</h1>
      <p className="page-lead">
        {kind === 'promotion'
          ? texts.promotion.description(clips.length)
          : texts.collection.description(name)}
      </p>
      {props.description && <p className="set-words">{props.description}</p>}
      {clips.length === 0 ? (
        <div className="set-empty">
          <h2>{texts.emptyTitle}</h2>
          <p>{texts.emptyLead}</p>
        </div>
      ) : (
        <div className="set-actions">
          <button type="button" className="button set-all" aria-busy={busy} onClick={downloadAll}>
            {texts.downloadAll}
          </button>
          <p className="set-note">
            {texts.bulk.all(clips.length, formatBytes(weightOf(clips), locale))}
            <span
              className={kind === 'promotion' ? 'if-signed-out' : undefined}
              hidden={kind !== 'promotion' && isPaid(auth)}
            >
              {' '}
              {kind === 'promotion' ? texts.bulk.signedOutNote : texts.bulk.paidNote}
            </span>
          </p>
          <BulkPanel state={state} bulk={bulk} locale={locale} texts={texts} />
        </div>
      )}
      {wasOpen && (
        <SetLightbox
          set={set}
          clips={clips}
          open={open}
          paid={isPaid(auth)}
          texts={texts}
          onClose={onLightboxClosed}
        />
      )}
      {removing && (
        <RemoveDialog
          set={set}
          clip={removing}
          texts={texts}
          onRemoved={onRemoved}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </div>
  )
}

const pick = ({ siteName, page }: SetHeaderProps) => ({ siteName, page })

/** The server's value until the browser counts itself. */
function useTimeLeft({ expiry, left: atFirst }: SetHeaderProps) {
  const [left, setLeft] = useState(atFirst)
  const countdown = useRef<Countdown>(undefined)
  useEffect(() => {
    if (!expiry) return
    const counting = openCountdown(expiry)
    countdown.current = counting
    const stop = counting.$left.subscribe(setLeft)
    return () => {
      stop()
      counting.stop()
    }
  }, [expiry])
  return { left, endNow: () => countdown.current?.end() }
}

function headline(
  { name, locale, worth: each = WORTH_PER_CLIP }: SetHeaderProps,
  clips: number,
  left: TimeLeft,
  { promotion }: SetsTexts,
): string {
  const worth = (each * clips).toLocaleString(locale)
  if (left.ended) return promotion.headline(worth, name, promotion.hours(0))
  const time = left.unit === 'day' ? promotion.days(left.amount) : promotion.hours(left.amount)
  return promotion.headline(worth, name, time)
}
