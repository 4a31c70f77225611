import { useStore } from '@nanostores/react'
import { useCallback, useMemo, useState } from 'react'
import type { CreatedSet } from '#contract/sets.ts'
import { isAdmin, isPaid } from '#domain/membership/membership.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { type BuilderTexts, builderTexts } from '#i18n/builder-texts.ts'
import type { Locale } from '#i18n/strings.ts'
import { type BuilderClip, openSetBuilder } from '#stores/sets/set-builder.ts'
import { showToast } from '#stores/toasts.ts'
import { useAuth } from '../auth/use-auth.ts'
import { Chosen } from './Chosen.tsx'
import { CreatedPanel } from './CreatedPanel.tsx'
import { NotForYou, SignedOut } from './NotForYou.tsx'
import { Results } from './Results.tsx'
import { fullText, SetForm } from './SetForm.tsx'

export interface BuilderPageProps {
  kind: SetKind
  locale: Locale
}

/** The builder: promotions for the admin, curated sets for paid members. */
export function BuilderPage({ kind, locale }: BuilderPageProps) {
  const texts = builderTexts(locale)
  const auth = useAuth()
  if (!auth) return <SignedOut texts={texts} />
  const may = kind === 'promotion' ? isAdmin(auth) : isPaid(auth)
  if (may) return <Builder kind={kind} locale={locale} texts={texts} />
  return <NotForYou why={texts.notForYou[kind]} upgrade={kind === 'collection'} texts={texts} />
}

function Builder({ kind, locale, texts }: BuilderPageProps & { texts: BuilderTexts }) {
  const builder = useMemo(() => openSetBuilder(kind), [kind])
  const draft = useStore(builder.$draft)
  const [said, setSaid] = useState('')
  const [created, setCreated] = useState<CreatedSet>()
  const chosen = useMemo(() => new Set(draft.clips.map(({ id }) => id)), [draft.clips])
  const titleOf = useCallback(
    ({ title, title_ja }: BuilderClip) => (locale === 'ja' && title_ja) || title,
    [locale],
  )

  function add(clip: BuilderClip) {
    if (!builder.add(clip)) return showToast({ kind: 'error', text: fullText(texts) })
    setSaid(texts.added(titleOf(clip), builder.$draft.get().clips.length))
  }

  function remove(clip: BuilderClip) {
    builder.remove(clip.id)
    setSaid(texts.removed(titleOf(clip), builder.$draft.get().clips.length))
  }

  if (created) return <CreatedPanel created={created} texts={texts} onAnother={() => setCreated(undefined)} />
  return (
    <div className="builder">
      <Results chosen={chosen} titleOf={titleOf} onAdd={add} onRemove={remove} texts={texts} />
      <div className="builder-side">
        <Chosen clips={draft.clips} builder={builder} titleOf={titleOf} announce={setSaid} texts={texts} />
        <SetForm kind={kind} draft={draft} builder={builder} texts={texts} onCreated={setCreated} />
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  )
}
