import { type ReactNode, useEffect, useRef, useState } from 'react'
import { toastUnloaded } from '#stores/toasts.ts'
import { useEarlyClick } from '../auth/use-early-click.ts'
import type { DownloadableClip, DownloadTexts } from './download-clip.ts'

interface FormatsButtonProps {
  clip: DownloadableClip
  label: string
  texts: DownloadTexts
}

/** Opens the menu of formats, which loads with the first click; `#format=prores` opens it at one. */
export function FormatsButton({ clip, label, texts }: FormatsButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [menu, setMenu] = useState<ReactNode>()
  const [status, setStatus] = useState('')
  const taking = { clip, texts, onStatus: setStatus }

  async function open(wished?: string) {
    try {
      const { FormatsMenu } = await import('./FormatsMenu.tsx')
      const own = { wished, button: button.current, onClose: () => setMenu(undefined) }
      setMenu(<FormatsMenu {...taking} {...own} />)
    } catch (error) {
      toastUnloaded(error)
    }
  }
  useEarlyClick(button, open)

  useEffect(() => {
    const wished = /^#format=(\w+)$/.exec(location.hash)?.[1]
    if (wished) void open(wished)
    else if (localStorage.getItem('making')?.startsWith(`${clip.id} `))
      import('./take-format.ts').then(({ resumeFormat }) => resumeFormat(taking), toastUnloaded)
  }, [])

  return (
    <div className="formats">
      <button
        ref={button}
        type="button"
        data-early
        className="button button-quiet"
        aria-haspopup="dialog"
        onClick={() => open()}
      >
        {label}
      </button>
      <p role="status">{status}</p>
      {menu}
    </div>
  )
}
