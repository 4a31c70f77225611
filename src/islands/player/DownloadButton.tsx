import { useEffect, useRef, useState } from 'react'
import { mayHaveFullFilm } from '#domain/membership/membership.ts'
import { useAuth } from '../auth/use-auth.ts'
import { useEarlyClick } from '../auth/use-early-click.ts'
import { type DownloadableClip, type DownloadTexts, downloadClip } from './download-clip.ts'
import { FormatsButton } from './FormatsButton.tsx'

export interface DownloadButtonProps {
  clip: DownloadableClip
  texts: DownloadTexts & {
    download: string
    upgrade: string
    signedOutNote: string
    upgradeNote: string
    memberNote: string
    formats: string
  }
}

/** Its texts are stacked and one is visible, so that nothing moves once the membership is known. */
export function DownloadButton({ clip, texts }: DownloadButtonProps) {
  const right = mayHaveFullFilm(useAuth())
  const [busy, setBusy] = useState(false)
  const [known, setKnown] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => setKnown(true), [])

  async function onClick() {
    if (busy) return
    setBusy(true)
    await downloadClip(clip, texts)
    setBusy(false)
  }
  useEarlyClick(button, onClick)

  return (
    <div className="download" data-known={known}>
      <button
        ref={button}
        type="button"
        data-early
        className="button download-button overlaid"
        aria-busy={busy}
        aria-describedby="download-note"
        onClick={onClick}
      >
        <span data-shown={right !== 'upgrade'}>
          <DownloadIcon />
          {texts.download}
        </span>
        <span data-shown={right === 'upgrade'}>
          <LockIcon />
          {texts.upgrade}
        </span>
      </button>
      <p className="download-note overlaid" id="download-note">
        <span data-shown={right === 'signIn'}>{texts.signedOutNote}</span>
        <span data-shown={right === 'upgrade'}>{texts.upgradeNote}</span>
        <span data-shown={right === 'yes'}>{texts.memberNote}</span>
      </p>
      <FormatsButton clip={clip} texts={texts} />
    </div>
  )
}

function DownloadIcon() {
  return (
    <svg
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M10 3v9m-4-3.500 4 4 4-4M3.500 16.500h13" />
    </svg>
  )
}

function LockIcon() {
  return (
    <svg viewBox="0 0 20 20" fill="currentColor" data-icon="lock" aria-hidden="true">
      <path d="M10 2a4 4 0 0 0-4 4v2H5.500A1.500 1.500 0 0 0 4 9.500v6A1.500 1.500 0 0 0 5.500 17h9a1.500 1.500 0 0 0 1.500-1.500v-6A1.500 1.500 0 0 0 14.500 8H14V6a4 4 0 0 0-4-4Zm-2 6V6a2 2 0 1 1 4 0v2Z" />
    </svg>
  )
}
