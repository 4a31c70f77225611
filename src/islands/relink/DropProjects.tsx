import { type ChangeEvent, useRef, useState } from 'react'
import type { RelinkTexts } from '#i18n/relink/texts.ts'
import { filesOfDrop } from '#stores/uploads/read-drop.ts'

/** Takes project files and folders, by drag or by choice. */
export function DropProjects({ texts, onFiles }: { texts: RelinkTexts; onFiles: (files: File[]) => void }) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  function onChange({ target }: ChangeEvent<HTMLInputElement>) {
    onFiles([...(target.files ?? [])])
    // The same file may be chosen again.
    target.value = ''
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the buttons do the same
    <div
      className="relink-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void filesOfDrop(event.dataTransfer).then((found) => onFiles(found.map(({ file }) => file)))
      }}
    >
      <strong>{texts.drop}</strong>
      <p className="relink-note">{texts.formats}</p>
      <p className="relink-choose">
        <button type="button" className="button" onClick={() => files.current?.click()}>
          {texts.chooseFiles}
        </button>
        <button type="button" className="button button-quiet" onClick={() => folder.current?.click()}>
          {texts.chooseFolder}
        </button>
      </p>
      <p className="relink-note">{texts.privacy}</p>
      <input ref={files} type="file" multiple hidden onChange={onChange} />
      <input
        ref={(input) => {
          folder.current = input
          // React has no property for it.
          if (input) input.webkitdirectory = true
        }}
        type="file"
        hidden
        onChange={onChange}
      />
    </div>
  )
}
