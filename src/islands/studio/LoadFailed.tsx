import { studioTexts } from '#i18n/studio/shell-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'

export function LoadFailed({ retry }: { retry: () => void }) {
  const t = studioTexts(pageLocale())
  return (
    <div className="panel-actions" role="alert">
      <p>{t.failed}</p>
      <button type="button" className="button button-quiet" onClick={retry}>
        {t.retry}
      </button>
    </div>
  )
}
