import { useStore } from '@nanostores/react'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { ACCEPTED_ENDINGS } from '#domain/studio/uploads/upload-kinds.ts'
import { uploadsTexts } from '#i18n/studio/uploads/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { $notTaken, addNotTaken, closeNotTaken } from '#stores/uploads/not-taken.ts'
import { type FoundFile, filesOfDrop, filesOfInput } from '#stores/uploads/read-drop.ts'
import { addFiles, isLitter } from '#stores/uploads/upload-queue.ts'
import { Button, QuietButton } from '../../auth/buttons.tsx'
import { FileNotice } from './FileNotices.tsx'

/** Accepts files and folders, by drag or by choice. @param replaces the clip whose file is replaced */
export function DropZone({ replaces }: { replaces: number | undefined }) {
  const t = uploadsTexts(pageLocale())
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const takeFolder = (input: HTMLInputElement | null) => {
    folder.current = input
    // React has no property for it.
    if (input) input.webkitdirectory = true
  }
  const [isOver, setOver] = useState(false)
  const notTaken = useStore($notTaken)

  function add(found: readonly FoundFile[]) {
    const meant = found.filter((one) => !isLitter(one))
    addNotTaken(addFiles(meant, replaces))
  }
  function onChange(event: ChangeEvent<HTMLInputElement>) {
    add(filesOfInput(event.target.files ?? new DataTransfer().files))
    // The same file may be chosen again.
    event.target.value = ''
  }
  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void filesOfDrop(event.dataTransfer).then(add)
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the buttons do the same */}
      <div
        className="drop-zone"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <p className="drop-zone-lead">
          {isOver ? t.dropNow : replaces === undefined ? t.drop : t.dropReplace(replaces)}
        </p>
        <p className="panel-note">{replaces === undefined ? t.formats : t.replaceLead}</p>
        <div className="panel-actions">
          <Button onClick={() => files.current?.click()}>{t.choose}</Button>
          {replaces === undefined && (
            <QuietButton onClick={() => folder.current?.click()}>{t.chooseFolder}</QuietButton>
          )}
        </div>
        <input
          ref={files}
          type="file"
          hidden
          multiple={replaces === undefined}
          accept={ACCEPTED_ENDINGS}
          aria-label={t.choose}
          onChange={onChange}
        />
        <input ref={takeFolder} type="file" hidden aria-label={t.chooseFolder} onChange={onChange} />
      </div>
      <FileNotice
        title={t.notTaken}
        files={notTaken.map(({ name, folder, why }) => {
          const path = folder ? `${folder}/${name}` : name
          return { key: path, name: path, about: t.whyNot[why] }
        })}
      >
        <QuietButton onClick={closeNotTaken}>{t.dismiss}</QuietButton>
      </FileNotice>
    </>
  )
}
