import { useEffect, useId, useRef, useState } from 'react'
import { addressOf } from '#contract/request.ts'
import type { StudioClip } from '#contract/studio/clips/clip.ts'
import { clipFrames } from '#contract/studio/clips/editor-calls.ts'
import { frameTimes, lastStart, STRIP_FRAMES } from '#domain/studio/uploads/film-frames.ts'
import { clipTexts } from '#i18n/studio/clip/texts.ts'
import { freshToken } from '#stores/auth/auth.ts'
import { pageLocale } from '#stores/page-locale.ts'
import type { ClipEditor, EditFields } from '#stores/studio/clip-editor.ts'
import { LinkButton } from '../../auth/buttons.tsx'
import { CropCentre } from './CropCentre.tsx'

interface TilePanelProps {
  clip: StudioClip
  fields: EditFields
  change: ClipEditor['change']
}

/** Where the poster and the hover preview come from. */
export function TilePanel({ clip, fields, change }: TilePanelProps) {
  const t = clipTexts(pageLocale()).tile
  return (
    <section className="panel" aria-label={t.title}>
      <h2>{t.title}</h2>
      <PosterChoice clip={clip} fields={fields} change={change} />
      <PreviewStart clip={clip} fields={fields} change={change} />
      <CropCentre clip={clip} fields={fields} change={change} />
      <p role="status" className="panel-note clip-rendering">
        {clip.rendering && t.rendering}
      </p>
    </section>
  )
}

const secondsText = (value: number) => value.toLocaleString(pageLocale(), { maximumFractionDigits: 1 })

function PosterChoice({ clip, fields, change }: TilePanelProps) {
  const t = clipTexts(pageLocale()).tile
  const name = useId()
  const strip = useStrip(clip.id)
  const times = frameTimes(clip.media.duration)
  return (
    <fieldset className="clip-poster" disabled={strip === undefined}>
      <legend>{t.poster}</legend>
      <div role="status">
        {strip === undefined && <p className="panel-note">{t.loading}</p>}
        {strip === 'failed' && <p className="panel-note">{t.failed}</p>}
      </div>
      <div className="clip-frames">
        <label className="clip-automatic">
          <input
            type="radio"
            name={name}
            checked={fields.poster_at === null}
            onChange={() => change({ poster_at: null })}
          />
          <span>{t.automatic}</span>
        </label>
        {times.map((at, index) => (
          <label key={at} style={{ aspectRatio: `${clip.media.width}/${clip.media.height}` }}>
            <input
              type="radio"
              name={name}
              aria-label={t.at(secondsText(at))}
              checked={fields.poster_at === at}
              onChange={() => change({ poster_at: at })}
            />
            {strip && strip !== 'failed' && (
              <span
                className="clip-frame"
                style={{
                  backgroundImage: `url("${strip}")`,
                  backgroundSize: `${STRIP_FRAMES * 100}% 100%`,
                  backgroundPosition: `${(index / (STRIP_FRAMES - 1)) * 100}% 0`,
                }}
              />
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The strip as a data URL; undefined while it loads. */
function useStrip(id: number): string | 'failed' | undefined {
  const [strip, setStrip] = useState<string | 'failed'>()
  useEffect(() => {
    const abort = new AbortController()
    loadStrip(id, abort.signal).then(setStrip, (error) => {
      if (abort.signal.aborted) return
      console.warn('The frames could not be loaded', error)
      setStrip('failed')
    })
    return () => abort.abort()
  }, [id])
  return strip
}

/** The strip of a clip's frames as a data URL; the policy allows no other picture from outside the site. */
async function loadStrip(id: number, signal: AbortSignal): Promise<string> {
  const headers = { authorization: `Bearer ${await freshToken()}` }
  const response = await fetch(addressOf(clipFrames, { id }), { headers, signal })
  if (!response.ok) throw new Error(`The frames were answered with ${response.status}`)
  return dataUrl(await response.blob())
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}

function PreviewStart({ clip, fields, change }: TilePanelProps) {
  const t = clipTexts(pageLocale()).tile
  const id = useId()
  const film = useRef<HTMLVideoElement>(null)
  const start = fields.preview_at ?? 0
  const { media } = clip
  useEffect(() => {
    if (film.current) film.current.currentTime = start
  }, [start])
  return (
    <div className="clip-preview">
      <video
        ref={film}
        src={media.watermarked_url}
        poster={media.thumbnail_url}
        muted
        playsInline
        preload="metadata"
      />
      <div className="field">
        <div className="clip-label">
          <label htmlFor={id}>{t.preview}</label>
          <output htmlFor={id}>{t.seconds(secondsText(start))}</output>
        </div>
        <input
          id={id}
          type="range"
          min={0}
          max={lastStart(media.duration)}
          step={0.1}
          value={start}
          aria-valuetext={t.seconds(secondsText(start))}
          onChange={({ target }) => change({ preview_at: Number(target.value) || null })}
        />
        <LinkButton aria-disabled={fields.preview_at === null} onClick={() => change({ preview_at: null })}>
          {t.start}
        </LinkButton>
      </div>
    </div>
  )
}
