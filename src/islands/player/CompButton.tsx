import { useRef } from 'react'
import { useEarlyClick } from '../auth/use-early-click.ts'

/** Saves the watermarked film for everybody signed in. @param failed what a message says if it could not be started */
export function CompButton({ id, label, failed }: { id: number; label: string; failed: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const save = () => import('./download-comp.ts').then(({ downloadComp }) => downloadComp(id, failed))
  useEarlyClick(button, save)
  return (
    <button ref={button} type="button" data-early className="download-comp" onClick={save}>
      {label}
    </button>
  )
}
