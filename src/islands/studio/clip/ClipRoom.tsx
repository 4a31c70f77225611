import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '#contract/request.ts'
import type { StudioClip } from '#contract/studio/clip.ts'
import { studioClip } from '#contract/studio/editor-calls.ts'
import { clipTexts } from '#i18n/studio/clip-texts.ts'
import { studioTexts } from '#i18n/studio/shell-texts.ts'
import { $auth } from '#stores/auth/auth.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { StudioGate } from '../StudioGate.tsx'
import { Editor } from './Editor.tsx'

/** The page of one clip; its number is the end of the path. */
export function ClipRoom() {
  return (
    <StudioGate may="edit">
      <Clip />
    </StudioGate>
  )
}

function Clip() {
  const id = Number(/\/clip\/(\d{1,15})\/?$/.exec(location.pathname)?.[1] ?? 0)
  const shell = studioTexts(pageLocale())
  const [clip, setClip] = useState<StudioClip | 'loading' | 'failed' | 'missing'>('loading')

  const load = useCallback(async () => {
    setClip('loading')
    try {
      setClip(await requestAs(studioClip, { id }))
    } catch (error) {
      // After a sign-out the page shows how to sign in.
      if (!$auth.get()) return
      const missing = error instanceof ApiError && [400, 404].includes(error.status)
      if (!missing) console.warn('The clip could not be loaded', error)
      setClip(missing ? 'missing' : 'failed')
    }
  }, [id])
  useEffect(() => void load(), [load])

  if (clip === 'missing') return <NotFound />
  if (clip === 'loading')
    return (
      <div role="status">
        <span className="spinner" aria-hidden="true" />
        <span className="visually-hidden">{shell.loading}</span>
      </div>
    )
  if (clip === 'failed')
    return (
      <p role="alert">
        {shell.failed}{' '}
        <button type="button" className="button button-quiet" onClick={load}>
          {shell.retry}
        </button>
      </p>
    )
  return <Editor clip={clip} />
}

function NotFound() {
  const t = clipTexts(pageLocale()).notFound
  return (
    <section className="member-notice">
      <h2>{t.title}</h2>
      <p>{t.lead}</p>
      <div className="panel-actions">
        <a className="button" href={localizedLink('/studio/library')}>
          {t.back}
        </a>
      </div>
    </section>
  )
}
