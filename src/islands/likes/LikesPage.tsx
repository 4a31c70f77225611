import { lists } from '#contract/lists.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { SignInNotice } from '../auth/MemberNotice.tsx'
import { useAuth } from '../auth/use-auth.ts'
import { ClipGrid, type ClipGridProps } from '../grid/ClipGrid.tsx'

/** The person's liked clips. An unliked clip stays until the page is left, so that it can be liked again. */
export function LikesPage(grid: Pick<ClipGridProps, 'look' | 'texts'>) {
  const auth = useAuth()
  if (!auth) return <SignedOut />
  return (
    <div className="grid" data-grid key={auth.id}>
      <ClipGrid own list={lists.liked} shown={NONE} nextOffset={0} {...grid} empty={<Empty />} />
    </div>
  )
}

const NONE: number[] = []

function SignedOut() {
  const texts = memberTexts(pageLocale())
  const t = texts.likes
  const { signIn: logIn, signUp: register } = texts
  return <SignInNotice title={t.signedOutTitle} lead={t.signedOut} logIn={logIn} register={register} />
}

function Empty() {
  const t = memberTexts(pageLocale()).likes
  return (
    <section className="member-notice">
      <h2>{t.emptyTitle}</h2>
      <p>{t.empty}</p>
      <a className="button" href={localizedLink('/')}>
        {t.browse}
      </a>
    </section>
  )
}
