import { useEffect, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { loadStyles } from '../auth/load-styles.ts'
import type { DownloadableClip, DownloadTexts } from './download-clip.ts'
import { FormatsMenu } from './FormatsMenu.tsx'
import styles from './formats.css?url'
import { resumeFormat } from './take-format.ts'

interface Opening {
  clip: DownloadableClip
  texts: DownloadTexts
  /** A kind from the page's address; empty: go on waiting for what was being made; undefined: somebody clicked. */
  wished: string | undefined
}

const roots = new WeakMap<Element, Root>()
let times = 0

/** Shows the menu, and later what becomes of the choice, behind its button. */
export async function openFormats(button: HTMLElement, opening: Opening): Promise<void> {
  await loadStyles(styles)
  const place = document.createElement('div')
  const root = roots.get(button) ?? createRoot(place)
  if (!roots.has(button)) button.after(place)
  roots.set(button, root)
  root.render(<Formats {...opening} button={button} time={++times} />)
}

function Formats({ clip, texts, wished, button, time }: Opening & { button: HTMLElement; time: number }) {
  const [opened, setOpened] = useState(0)
  const [status, setStatus] = useState('')
  useEffect(() => {
    if (wished === '') resumeFormat({ clip, texts, onStatus: setStatus })
    else setOpened(time)
  }, [clip, texts, wished, time])
  const own = { wished, button, onStatus: setStatus }
  return (
    <>
      <p role="status">{status}</p>
      {opened > 0 && <FormatsMenu clip={clip} texts={texts} {...own} onClose={() => setOpened(0)} />}
    </>
  )
}
