import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import { ApiError, request } from '#contract/request.ts'
import { collection, promotion } from '#contract/sets/set-calls.ts'
import type { Collection, CreatedSet } from '#contract/sets/sets.ts'
import { isAdmin, isPaid } from '#domain/membership/membership.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { MAX_SET_CLIPS } from '#domain/sets/set-limits.ts'
import { builderTexts } from '#i18n/builder/texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { type BuilderClip, openSetBuilder } from '#stores/sets/set-builder.ts'
import { showToast } from '#stores/toasts.ts'
import { Waiting } from '../account/Waiting.tsx'
import { MemberNotice, SignInNotice } from '../auth/MemberNotice.tsx'
import { useAuth } from '../auth/use-auth.ts'
import { useLoaded } from '../loading/use-loaded.ts'
import { ClipOrder } from './ClipOrder.tsx'
import { CreatedPanel } from './CreatedPanel.tsx'
import { Results, titleOf } from './Results.tsx'
import { SetForm } from './SetForm.tsx'

/** The builder: promotions for the admin, curated sets for paid members. `?set=ID` changes one that exists. */
export function BuilderPage({ kind, days }: { kind: SetKind; days?: number | undefined }) {
  const { notForYou, signedOut } = builderTexts(pageLocale())
  const auth = useAuth()
  if (!auth) return <SignInNotice {...signedOut} register={signedOut.signUp} />
  const may = kind === 'promotion' ? isAdmin(auth) : isPaid(auth)
  const edited = new URLSearchParams(location.search).get('set')
  if (may) return edited ? <Editor kind={kind} id={edited} /> : <Builder kind={kind} days={days} />
  return <NotForYou why={notForYou[kind]} upgrade={kind === 'collection'} />
}

function Editor({ kind, id }: { kind: SetKind; id: string }) {
  const { data, status, reload } = useLoaded((signal) => editedSet(kind, id, signal))
  useEffect(() => {
    if (!data || 'gone' in data) return
    const title = builderTexts(pageLocale()).editing.title(data.name)
    // The server renders the heading, and does not know whether a set is made or changed.
    const heading = document.querySelector('h1')
    if (!heading) return
    document.title = document.title.replace(heading.textContent, () => title)
    heading.textContent = title
  }, [data])
  if (!data) return <Waiting failed={status === 'failed'} reload={reload} />
  return 'gone' in data ? <Gone why={data.gone} /> : <Builder kind={kind} edited={data} />
}

/** The set's present state; `gone`, in words, if it was deleted or has ended. @throws as `request` */
async function editedSet(
  kind: SetKind,
  id: string,
  signal: AbortSignal,
): Promise<Collection | { gone: string }> {
  const { reasons } = builderTexts(pageLocale())
  try {
    return await request(kind === 'promotion' ? promotion : collection, { id }, { signal })
  } catch (error) {
    const status = error instanceof ApiError && error.answer.status
    if (status !== 'SET_NOT_FOUND' && status !== 'PROMOTION_ENDED') throw error
    return { gone: reasons[status] }
  }
}

function Builder({ kind, edited, days }: { kind: SetKind; edited?: Collection; days?: number | undefined }) {
  const texts = builderTexts(pageLocale())
  const builder = useMemo(() => openSetBuilder(kind, edited, days), [kind, edited, days])
  const draft = useStore(builder.$draft)
  const [announcement, announce] = useState('')
  const [created, setCreated] = useState<CreatedSet>()
  const chosen = useMemo(() => new Set(draft.clips.map(({ id }) => id)), [draft.clips])

  function add(clip: BuilderClip) {
    if (!builder.add(clip)) return showToast({ kind: 'error', text: texts.wrong.full(MAX_SET_CLIPS) })
    announce(texts.added(titleOf(clip), builder.$draft.get().clips.length))
  }

  function remove(clip: BuilderClip) {
    builder.remove(clip.id)
    announce(texts.removed(titleOf(clip), builder.$draft.get().clips.length))
  }

  if (created && edited) return <CreatedPanel created={created} />
  if (created) return <CreatedPanel created={created} onAnother={() => setCreated(undefined)} />
  return (
    <div className="builder">
      <Results chosen={chosen} onAdd={add} onRemove={remove} />
      <div className="builder-side">
        <section className="chosen card" aria-labelledby="chosen-title">
          <header className="chosen-head">
            <h2 id="chosen-title">{texts.adding}</h2>
            <p className="panel-note">{texts.addingCount(draft.clips.length, MAX_SET_CLIPS)}</p>
          </header>
          {draft.clips.length === 0 ? (
            <p className="chosen-empty">{texts.addingEmpty}</p>
          ) : (
            <ClipOrder
              kind="chosen"
              clips={draft.clips}
              onMove={({ id }, to) => builder.move(id, to)}
              onRemove={({ id }) => builder.remove(id)}
              announce={announce}
            />
          )}
        </section>
        <SetForm kind={kind} edited={edited} draft={draft} builder={builder} onSaved={setCreated} />
      </div>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  )
}

/** For members without the right. @param upgrade whether a membership would help */
function NotForYou({ why, upgrade = false }: { why: string; upgrade?: boolean }) {
  const t = builderTexts(pageLocale()).notForYou
  return (
    <MemberNotice title={t.title} lead={why}>
      {upgrade && (
        <a className="button" href={localizedLink('/pricing')}>
          {t.upgrade}
        </a>
      )}
      <a className={upgrade ? 'button button-quiet' : 'button'} href={localizedLink('/')}>
        {t.browse}
      </a>
    </MemberNotice>
  )
}

/** Replaces a set that can no longer be changed. */
function Gone({ why }: { why: string }) {
  return (
    <MemberNotice title={why}>
      <a className="button" href={localizedLink('/account#sets')}>
        {builderTexts(pageLocale()).editing.mySets}
      </a>
    </MemberNotice>
  )
}
