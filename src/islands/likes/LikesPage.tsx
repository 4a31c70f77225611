import { LIKED_CLIPS } from '#contract/account-endpoints.ts'
import { localePath } from '#domain/address/locale-path.ts'
import { type MemberTexts, memberTexts } from '#i18n/member-texts.ts'
import type { Locale } from '#i18n/strings.ts'
import { useAuth } from '../auth/use-auth.ts'
import { ClipGrid, type ClipGridTexts } from '../grid/ClipGrid.tsx'

export interface LikesPageProps {
  locale: Locale
  gridTexts: ClipGridTexts
}

/** The person's liked clips. An unliked clip stays until the page is left, so that it can be liked again. */
export function LikesPage({ locale, gridTexts }: LikesPageProps) {
  const texts = memberTexts(locale)
  const auth = useAuth()
  if (!auth) return <SignedOut texts={texts} />
  return (
    <div className="grid" data-grid key={auth.id}>
      <ClipGrid
        own
        list={LIKED_CLIPS}
        shown={NONE}
        nextOffset={0}
        locale={locale}
        texts={gridTexts}
        empty={<Empty locale={locale} texts={texts} />}
      />
    </div>
  )
}

const NONE: number[] = []

function SignedOut({ texts }: { texts: MemberTexts }) {
  const t = texts.likes
  return (
    <section className="member-notice">
      <h2>{t.signedOutTitle}</h2>
      <p>{t.signedOut}</p>
      <div className="panel-actions">
        <button type="button" className="button" data-sign-in="login" aria-haspopup="dialog">
          {texts.signIn}
        </button>
        <button type="button" className="button button-quiet" data-sign-in="register" aria-haspopup="dialog">
          {texts.signUp}
        </button>
      </div>
    </section>
  )
}

function Empty({ locale, texts }: { locale: Locale; texts: MemberTexts }) {
  const t = texts.likes
  return (
    <section className="member-notice">
      <h2>{t.emptyTitle}</h2>
      <p>{t.empty}</p>
      <a className="button" href={localePath(locale, '/')}>
        {t.browse}
      </a>
    </section>
  )
}
