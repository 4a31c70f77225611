import { useId, useState } from 'react'
import { search } from '#contract/clips/clip-calls.ts'
import type { ShownClip } from '#contract/studio/search/synonyms.ts'
import { MOST_PINS } from '#domain/studio/demand/rule-kinds.ts'
import { teachTexts } from '#i18n/studio/teach/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { QuietButton } from '../../auth/buttons.tsx'
import { useAction } from '../use-action.ts'
import { ClipName } from './ClipsView.tsx'

interface PinListProps {
  clips: readonly ShownClip[]
  onChange: (clips: readonly ShownClip[]) => void
}

const MOST_FOUND = 6

/** Clips in an order, by dragging or by keys, and a search for more. */
export function PinList({ clips, onChange }: PinListProps) {
  const locale = pageLocale()
  const t = teachTexts(locale)
  const id = useId()
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<ShownClip>()
  const titleOf = ({ id, title, title_ja }: ShownClip) => (locale === 'ja' && title_ja) || title || `${id}`

  function place(clip: ShownClip, to: number) {
    if (to < 0 || to >= clips.length) return
    onChange(clips.filter((each) => each !== clip).toSpliced(to, 0, clip))
    setSaid(t.moved(titleOf(clip), to + 1, clips.length))
  }

  return (
    <fieldset className="pin-list">
      <legend>{t.pins}</legend>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {clips.length > 0 && (
        <ol aria-describedby={id}>
          {clips.map((clip, at) => (
            <li
              key={clip.id}
              onDragOver={(event) => dragged && event.preventDefault()}
              onDrop={() => dragged && place(dragged, at)}
            >
              <button
                type="button"
                className="pin-handle"
                draggable
                aria-label={t.drag(titleOf(clip))}
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move'
                  event.dataTransfer.setData('text/plain', String(clip.id))
                  setDragged(clip)
                }}
                onDragEnd={() => setDragged(undefined)}
                onKeyDown={(event) => {
                  const by = event.altKey && { ArrowUp: -1, ArrowDown: 1 }[event.key]
                  if (!by) return
                  event.preventDefault()
                  place(clip, at + by)
                }}
              >
                <span aria-hidden="true">⠿</span>
              </button>
              <ClipName clip={clip} />
              <button
                type="button"
                className="pin-handle"
                aria-label={t.unpin(titleOf(clip))}
                onClick={() => onChange(clips.filter((each) => each !== clip))}
              >
                <span aria-hidden="true">✕</span>
              </button>
            </li>
          ))}
        </ol>
      )}
      <p className="field-hint" id={id}>
        {t.pinHint}
      </p>
      {clips.length < MOST_PINS && (
        <FindClip pinned={clips} titleOf={titleOf} onPin={(clip) => onChange([...clips, clip])} />
      )}
    </fieldset>
  )
}

interface FindClipProps {
  pinned: readonly ShownClip[]
  titleOf: (clip: ShownClip) => string
  onPin: (clip: ShownClip) => void
}

/** Finds clips as visitors do, also by number. */
function FindClip({ pinned, titleOf, onPin }: FindClipProps) {
  const t = teachTexts(pageLocale())
  const id = useId()
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly ShownClip[]>()
  const { busy, run } = useAction(t.failed)
  const find = () =>
    run(async () => {
      const { sources } = await requestAs(search, { q: text, offset: 0 })
      setFound(
        sources.slice(0, MOST_FOUND).map(({ id, title, title_ja, media }) => ({
          ...{ id, title, title_ja, thumbnail_url: media.thumbnail_url, published: true },
        })),
      )
    })
  return (
    <div className="field">
      <label htmlFor={id}>{t.findClip}</label>
      <div className="field-input">
        <input
          id={id}
          value={text}
          maxLength={100}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            void find()
          }}
        />
        <QuietButton aria-disabled={busy} onClick={find}>
          {t.find}
        </QuietButton>
      </div>
      <div role="status">
        {found?.length === 0 && <p className="field-hint">{t.foundNone}</p>}
        <ul className="pin-found">
          {found
            ?.filter(({ id }) => !pinned.some((pin) => pin.id === id))
            .map((clip) => (
              <li key={clip.id}>
                <button type="button" aria-label={t.pin(titleOf(clip))} onClick={() => onPin(clip)}>
                  <img src={clip.thumbnail_url} alt="" width="64" height="36" />
                  <span>{titleOf(clip)}</span>
                </button>
              </li>
            ))}
        </ul>
      </div>
    </div>
  )
}
