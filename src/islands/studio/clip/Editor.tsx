import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { StudioClip } from '#contract/studio/clips/clip.ts'
import { clipTexts } from '#i18n/studio/clip/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { type ClipEditor, openClipEditor } from '#stores/studio/clip-editor.ts'
import type { GridLook } from '../../grid/grid-look.ts'
import { useAskBeforeLeaving } from '../../loading/use-ask-before-leaving.ts'
import { titleOf } from '../library/rows.tsx'
import { ClipProposals } from '../proposals/ClipProposals.tsx'
import { Conflicts } from './Conflicts.tsx'
import { FactFields } from './FactFields.tsx'
import { FileFacts } from './FileFacts.tsx'
import { SaveBar } from './SaveBar.tsx'
import { StatePanel } from './StatePanel.tsx'
import { TextFields } from './TextFields.tsx'
import { TilePanel } from './TilePanel.tsx'
import { VisitorsView } from './VisitorsView.tsx'

export function Editor({ clip, look }: { clip: StudioClip; look: GridLook }) {
  const [editor, setEditor] = useState<ClipEditor>()
  useEffect(() => {
    const opened = openClipEditor(clip)
    setEditor(opened)
    const stop = followClip(opened)
    return () => {
      stop()
      opened.close()
    }
  }, [clip])
  return editor && <Form editor={editor} look={look} />
}

function Form({ editor, look }: { editor: ClipEditor; look: GridLook }) {
  const view = useStore(editor.$view)
  const t = clipTexts(pageLocale())
  const { clip, fields, status } = view
  useHeading(titleOf({ ...fields, original_filename: clip.media.original_filename }))
  useAskBeforeLeaving(status !== 'saved' && status !== 'gone')

  /** The browser's own undo knows neither chips nor earlier undo steps. */
  function undoByKeys(event: KeyboardEvent) {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z'
    if (!isUndo || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (event.shiftKey) editor.redo()
    else editor.undo()
  }

  return (
    <>
      <SaveBar editor={editor} view={view} />
      <div className="clip-editor">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: listens to keys of the fields in it */}
        <div className="clip-form" onKeyDown={undoByKeys}>
          <Conflicts editor={editor} view={view} />
          <ClipProposals editor={editor} view={view} />
          <section className="panel" aria-label={t.form}>
            <h2>{t.form}</h2>
            <TextFields fields={fields} change={editor.change} />
          </section>
          <section className="panel" aria-label={t.facts}>
            <h2>{t.facts}</h2>
            <FactFields clip={clip.id} fields={fields} categories={clip.categories} change={editor.change} />
          </section>
          <TilePanel clip={clip} fields={fields} change={editor.change} />
        </div>
        <div className="clip-side">
          <VisitorsView clip={clip} fields={fields} look={look} />
          <StatePanel editor={editor} view={view} />
          <FileFacts clip={clip} />
        </div>
      </div>
    </>
  )
}

/** Every clip has the same page, so the browser names it by its clip. */
function useHeading(title: string): void {
  const [ofPage] = useState(document.title)
  useEffect(() => {
    const heading = document.querySelector('h1')
    if (heading) heading.textContent = title
    document.title = ofPage.replace(/^[^–]*/, () => `${title} `)
  }, [title, ofPage])
}

/** Milliseconds between two checks while the page is visible. */
const EVERY = 5000

/** Makes the editor check for others' changes, and save again when the network is back. Returns what stops it. */
function followClip(editor: ClipEditor): () => void {
  const look = () => document.visibilityState === 'visible' && void editor.look()
  const online = () => editor.$view.get().status === 'waiting' && void editor.save()
  const timer = setInterval(look, EVERY)
  const end = new AbortController()
  document.addEventListener('visibilitychange', look, end)
  window.addEventListener('online', online, end)
  return () => {
    clearInterval(timer)
    end.abort()
  }
}
