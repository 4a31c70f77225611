import { memberTexts } from '#i18n/member/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { QuietButton } from '../auth/buttons.tsx'

export function Waiting({ failed, reload }: { failed: boolean; reload: () => void }) {
  const texts = memberTexts(pageLocale())
  return (
    <div className="waiting" role="status">
      {failed ? (
        <p>
          {texts.failed} <QuietButton onClick={reload}>{texts.retry}</QuietButton>
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
