import { type KeyboardEvent, useEffect, useRef } from 'react'
import { clipFiles } from '#contract/clips/download-calls.ts'
import type { ClipFiles } from '#contract/clips/downloads.ts'
import { request } from '#contract/request.ts'
import { mayTakeFile } from '#domain/clips/file-kinds.ts'
import { isPaid } from '#domain/membership/membership.ts'
import { formatBytes } from '#domain/text/format-bytes.ts'
import { formatsTexts } from '#i18n/formats/texts.ts'
import { $lastFormat } from '#stores/download/kept-formats.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { Waiting } from '../account/Waiting.tsx'
import { useAuth } from '../auth/use-auth.ts'
import { useLoaded } from '../loading/use-loaded.ts'
import type { DownloadableClip, DownloadTexts } from './download-clip.ts'
import { downloadComp } from './download-comp.ts'
import { takeFormat } from './take-format.ts'

export interface FormatsMenuProps {
  clip: DownloadableClip
  texts: DownloadTexts
  /** A kind that is focused; default: the last one taken. */
  wished: string | undefined
  /** The button that it belongs to. */
  button: HTMLElement
  onStatus: (text: string) => void
  onClose: () => void
}

/** What may be taken of a clip, with sizes. Closes with Esc, or when something is chosen. */
export function FormatsMenu({ clip, texts, wished, button, onStatus, onClose }: FormatsMenuProps) {
  const locale = pageLocale()
  const t = formatsTexts(locale)
  const person = useAuth()
  const panel = useRef<HTMLElement>(null)
  const last = $lastFormat.get()
  const { data, status, reload } = useLoaded((signal) => request(clipFiles, { id: clip.id }, { signal }))

  useEffect(() => {
    panel.current?.showPopover({ source: button })
  }, [button])
  useEffect(() => {
    if (!data) return
    const choices = panel.current?.querySelectorAll<HTMLElement>('[data-kind]') ?? []
    const wanted = [...choices].find(({ dataset }) => dataset.kind === (wished ?? last))
    ;(wanted ?? choices[0])?.focus()
  }, [data, wished, last])

  function take({ kind }: ClipFiles['files'][number]) {
    $lastFormat.set(kind)
    panel.current?.hidePopover()
    void takeFormat({ clip, texts, onStatus }, kind)
  }

  function takeComp() {
    panel.current?.hidePopover()
    downloadComp(clip.id, texts.failed)
  }

  return (
    <section
      ref={panel}
      popover="auto"
      className="share-panel formats-panel popover floating"
      aria-label={t.title}
      onToggle={(event) => event.newState === 'closed' && onClose()}
      onKeyDown={moveFocus}
    >
      {!data && <Waiting failed={status === 'failed'} reload={reload} />}
      <ul className="formats-list">
        {data?.files.map((file) => (
          <li key={file.kind}>
            <button type="button" data-kind={file.kind} onClick={() => take(file)}>
              <strong>{t.kinds[file.kind]}</strong>
              {file.kind === last && <small className="pill">{t.lastTime}</small>}
              {mayTakeFile(person, file.kind) !== 'yes' && <small className="pill">{t.needsPro}</small>}
              <small>{sizesOf(file)}</small>
              {file.state !== 'ready' && <small>{t.states[file.state]}</small>}
            </button>
          </li>
        ))}
        {data && (
          <li>
            <button type="button" data-kind="comp" onClick={takeComp}>
              <strong>{t.comp}</strong>
              <small>{t.compNote}</small>
            </button>
          </li>
        )}
      </ul>
      {data && !isPaid(person) && (
        <p>
          {t.free} <a href={localizedLink('/pricing')}>{t.plans}</a>
        </p>
      )}
    </section>
  )

  function sizesOf({ width, height, bytes, state }: ClipFiles['files'][number]) {
    const size = formatBytes(bytes, locale)
    return `${width} × ${height} · ${state === 'ready' ? size : t.about(size)}`
  }
}

/** The arrows go from one choice to the next, as Tab does. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-kind]')]
  const at = choices.indexOf(document.activeElement as HTMLElement)
  choices[(at + step + choices.length) % choices.length]?.focus()
}
