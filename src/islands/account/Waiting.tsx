import { memberTexts } from '#i18n/member-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'

export function Waiting({ failed, reload }: { failed: boolean; reload: () => void }) {
  const texts = memberTexts(pageLocale())
  return (
    <div className="waiting" role="status">
      {failed ? (
        <p>
          {texts.failed}{' '}
          <button type="button" className="button button-quiet" onClick={reload}>
            {texts.retry}
          </button>
        </p>
      ) : (
        <>
          <span className="spinner" aria-hidden="true" />
          <span className="visually-hidden">{texts.loading}</span>
        </>
      )}
    </div>
  )
}
