import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { type FoundFile, filesOfDrop, filesOfInput } from '#stores/uploads/read-drop.ts'
import { Button, QuietButton } from '../auth/buttons.tsx'

export interface DropPlaceProps {
  /** What it says; `dropNow` while something is over it. */
  lead: string
  dropNow: string
  choose: string
  /** Without it, it takes one file. */
  chooseFolder: string | undefined
  accept?: string
  onFiles: (found: FoundFile[]) => void
  children: ReactNode
}

/** Accepts files and folders, by drag or by choice. */
export function DropPlace(props: DropPlaceProps) {
  const { lead, dropNow, choose, chooseFolder, accept, onFiles, children } = props
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const takeFolder = (input: HTMLInputElement | null) => {
    folder.current = input
    // React has no property for it.
    if (input) input.webkitdirectory = true
  }

  function onChange(event: ChangeEvent<HTMLInputElement>) {
    onFiles(filesOfInput(event.target.files ?? new DataTransfer().files))
    // The same file may be chosen again.
    event.target.value = ''
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the buttons do the same
    <div
      className="drop-zone"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void filesOfDrop(event.dataTransfer).then(onFiles)
      }}
    >
      <p className="drop-zone-lead">{isOver ? dropNow : lead}</p>
      <p className="panel-note">{children}</p>
      <div className="panel-actions">
        <Button onClick={() => files.current?.click()}>{choose}</Button>
        {chooseFolder && <QuietButton onClick={() => folder.current?.click()}>{chooseFolder}</QuietButton>}
      </div>
      <input
        ref={files}
        type="file"
        hidden
        multiple={Boolean(chooseFolder)}
        accept={accept}
        aria-label={choose}
        onChange={onChange}
      />
      <input ref={takeFolder} type="file" hidden aria-label={chooseFolder} onChange={onChange} />
    </div>
  )
}
