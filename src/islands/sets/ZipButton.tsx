import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { setsTexts } from '#i18n/sets/texts.ts'
import { type BulkOptions, openBulkDownload } from '#stores/download/bulk-download.ts'
import { pageLocale } from '#stores/page-locale.ts'
import type { SetClip } from '#stores/sets/set-clips.ts'
import { Button, QuietButton } from '../auth/buttons.tsx'
import { type DownloadTexts, explainUpgrade } from '../player/download-clip.ts'
import { BulkPanel } from './BulkPanel.tsx'
import { downloadWholeSet, licenceText } from './download-set.ts'

export interface ZipButtonProps extends Pick<BulkOptions, 'set' | 'siteName' | 'papers'> {
  clips: readonly SetClip[]
  downloadTexts: DownloadTexts
  quiet?: boolean
  children: ReactNode
}

/** Saves films as one zip, and shows how far it is. Its first options stay. */
export function ZipButton({ clips, downloadTexts: texts, quiet, children, ...options }: ZipButtonProps) {
  const locale = pageLocale()
  const bulk = useMemo(
    () => openBulkDownload({ ...options, page: location.href.split('#')[0]!, licenceText }),
    [],
  )
  const state = useStore(bulk.$state)
  useEffect(() => {
    if (state.status === 'failed' && state.code === 'UPGRADE_REQUIRED') explainUpgrade(texts)
  }, [state])
  const Kind = quiet ? QuietButton : Button
  return (
    <>
      <Kind
        disabled={clips.length === 0}
        aria-busy={state.status === 'running' || state.status === 'packing'}
        onClick={() => downloadWholeSet(options.set, clips, { bulk, texts })}
      >
        {children}
      </Kind>
      <BulkPanel state={state} bulk={bulk} locale={locale} texts={setsTexts(locale)} />
    </>
  )
}
