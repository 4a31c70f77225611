import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react'
import { lists } from '#contract/lists.ts'
import { searchTerm } from '#domain/address/search-path.ts'
import { builderTexts } from '#i18n/builder/texts.ts'
import { openClipList } from '#stores/clips/clip-list.ts'
import { pageLocale } from '#stores/page-locale.ts'
import type { BuilderClip } from '#stores/sets/set-builder.ts'
import { Button } from '../auth/buttons.tsx'
import { playPreviewsWithin } from '../grid/hover-preview.ts'
import { SearchButton } from '../shell/SearchButton.tsx'

export interface ResultsProps {
  /** Ids of the clips in the set. */
  chosen: ReadonlySet<number>
  onAdd: (clip: BuilderClip) => void
  onRemove: (clip: BuilderClip) => void
}

/** Search box and infinite results; the default clips for an empty text. */
export function Results({ chosen, onAdd, onRemove }: ResultsProps) {
  const texts = builderTexts(pageLocale())
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const list = useMemo(
    () => openClipList(lists.search(searchTerm(text)), { shown: [], nextOffset: 0, keep: (clip) => clip }),
    [text],
  )
  const { pages, nextOffset, status } = useStore(list.$state)
  const room = useRef<HTMLDivElement>(null)
  const sentinel = useRef<HTMLDivElement>(null)
  const clips = pages.flat()

  useEffect(() => () => list.stop(), [list])
  useEffect(() => (room.current ? playPreviewsWithin(room.current) : undefined), [])
  useEffect(() => {
    if (room.current) room.current.scrollTop = 0
  }, [list])
  useEffect(() => {
    if (!sentinel.current || nextOffset === null || status !== 'idle') return
    const options = { root: room.current, rootMargin: '100% 0px' }
    const observer = new IntersectionObserver(
      (entries) => entries.at(-1)?.isIntersecting && list.more(),
      options,
    )
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [list, nextOffset, status])

  function search(event: SubmitEvent) {
    event.preventDefault()
    setText(input.current?.value ?? '')
  }

  return (
    <section className="results">
      <search>
        <form className="search-form" onSubmit={search}>
          <input
            ref={input}
            type="search"
            aria-label={texts.searchLabel}
            placeholder={texts.placeholder}
            maxLength={200}
            autoComplete="off"
            enterKeyHint="search"
          />
          <SearchButton label={texts.search} />
        </form>
      </search>
      <div className="results-room" ref={room}>
        <ul className="results-list" aria-label={texts.results}>
          {clips.map((clip) => (
            <Result
              key={clip.id}
              clip={clip}
              title={titleOf(clip)}
              chosen={chosen.has(clip.id)}
              onAdd={onAdd}
              onRemove={onRemove}
            />
          ))}
        </ul>
        <div className="grid-foot" ref={sentinel} role="status">
          {status === 'failed' && (
            <p>
              {texts.searchFailed} <Button onClick={() => list.more()}>{texts.retry}</Button>
            </p>
          )}
          {status !== 'failed' && nextOffset !== null && (
            <>
              <span className="spinner" aria-hidden="true" />
              <span className="visually-hidden">{texts.loading}</span>
            </>
          )}
          {nextOffset === null && clips.length === 0 && <p>{texts.nothingFound}</p>}
        </div>
      </div>
    </section>
  )
}

interface ResultProps extends Pick<ResultsProps, 'onAdd' | 'onRemove'> {
  clip: BuilderClip
  title: string
  chosen: boolean
}

function Result({ clip, title, chosen, onAdd, onRemove }: ResultProps) {
  const texts = builderTexts(pageLocale())
  const label = chosen ? texts.remove(title) : texts.add(title)
  return (
    <li data-chosen={chosen}>
      <div className="tile" data-preview={clip.media.watermarked_url}>
        <img
          src={clip.media.thumbnail_url}
          alt=""
          width="240"
          height="150"
          loading="lazy"
          style={{ background: clip.media.dominant_color }}
        />
        <span className="tile-caption">
          <span className="tile-title">{title}</span>
        </span>
      </div>
      <button
        type="button"
        className={`tile-button ${chosen ? 'tile-less' : 'tile-more'}`}
        aria-label={label}
        title={label}
        onClick={() => (chosen ? onRemove(clip) : onAdd(clip))}
      />
    </li>
  )
}

export function titleOf({ title, title_ja }: BuilderClip): string {
  return (pageLocale() === 'ja' && title_ja) || title
}
