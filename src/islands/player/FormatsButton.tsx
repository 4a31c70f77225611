import { useEffect, useRef } from 'react'
import { $makingFormat } from '#stores/download/kept-formats.ts'
import { toastUnloaded } from '#stores/toasts.ts'
import { useEarlyClick } from '../auth/use-early-click.ts'
import type { DownloadableClip, DownloadTexts } from './download-clip.ts'

interface FormatsButtonProps {
  clip: DownloadableClip
  texts: DownloadTexts & { formats: string }
}

/** Opens the menu of formats; its code loads with the first click, or if `#format=prores` or a reload asks for it. */
export function FormatsButton({ clip, texts }: FormatsButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const open = (wished?: string) =>
    import('./open-formats.tsx').then(
      ({ openFormats }) => openFormats(button.current!, { clip, texts, wished }),
      toastUnloaded,
    )
  useEarlyClick(button, open)
  useEffect(() => {
    const wished = location.hash.split('#format=')[1]
    if (wished || $makingFormat.get().startsWith(`${clip.id} `)) open(wished ?? '')
  }, [])
  return (
    <div className="formats">
      <button ref={button} type="button" data-early className="button button-quiet" onClick={() => open()}>
        {texts.formats}
      </button>
    </div>
  )
}
