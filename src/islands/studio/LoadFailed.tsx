import { studioTexts } from '#i18n/studio/shell/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { QuietButton } from '../auth/buttons.tsx'
import type { Loaded } from '../loading/use-loaded.ts'

export function LoadFailed({ retry }: { retry: () => void }) {
  const t = studioTexts(pageLocale())
  return (
    <div className="panel-actions" role="alert">
      <p>{t.failed}</p>
      <QuietButton onClick={retry}>{t.retry}</QuietButton>
    </div>
  )
}

/** Stands where something will be that loads for the first time, or failed to load. */
export function Pending({ data, status, reload }: Pick<Loaded<unknown>, 'data' | 'status' | 'reload'>) {
  if (status === 'failed') return <LoadFailed retry={() => void reload()} />
  return data === undefined && <p className="panel-note">{studioTexts(pageLocale()).loading}</p>
}
