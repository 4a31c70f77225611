import { builderTexts } from '#i18n/builder-texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'

export function SignedOut() {
  const t = builderTexts(pageLocale()).signedOut
  return (
    <section className="member-notice">
      <h2>{t.title}</h2>
      <p>{t.lead}</p>
      <div className="panel-actions">
        <button type="button" className="button" data-sign-in="login" aria-haspopup="dialog">
          {t.logIn}
        </button>
        <button type="button" className="button button-quiet" data-sign-in="register" aria-haspopup="dialog">
          {t.signUp}
        </button>
      </div>
    </section>
  )
}

/** For members without the right. @param upgrade whether a membership would help */
export function NotForYou({ why, upgrade = false }: { why: string; upgrade?: boolean }) {
  const t = builderTexts(pageLocale()).notForYou
  return (
    <section className="member-notice">
      <h2>{t.title}</h2>
      <p>{why}</p>
      <div className="panel-actions">
        {upgrade && (
          <a className="button" href={localizedLink('/pricing')}>
            {t.upgrade}
          </a>
        )}
        <a className={upgrade ? 'button button-quiet' : 'button'} href={localizedLink('/')}>
          {t.browse}
        </a>
      </div>
    </section>
  )
}

/** Replaces a set that can no longer be changed. */
export function Gone({ why }: { why: string }) {
  const t = builderTexts(pageLocale()).editing
  return (
    <section className="member-notice">
      <h2>{why}</h2>
      <div className="panel-actions">
        <a className="button" href={localizedLink('/account#sets')}>
          {t.mySets}
        </a>
      </div>
    </section>
  )
}
