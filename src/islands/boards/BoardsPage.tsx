import { useEffect, useState } from 'react'
import { ApiError, request } from '#contract/request.ts'
import { boardList, shownBoard } from '#contract/sets/board-calls.ts'
import type { ShownBoard } from '#contract/sets/boards.ts'
import { boardsTexts } from '#i18n/boards/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { Waiting } from '../account/Waiting.tsx'
import { MemberNotice, SignInNotice } from '../auth/MemberNotice.tsx'
import { useAuth } from '../auth/use-auth.ts'
import { useLoaded } from '../loading/use-loaded.ts'
import { ShownClips } from './BoardClips.tsx'
import { BoardEditor, type BoardPageProps } from './BoardEditor.tsx'
import { NewBoard } from './NewBoard.tsx'

/** The person's collections; `?id=` one of them, `#link=` one that somebody shows. */
export function BoardsPage(props: BoardPageProps) {
  const t = boardsTexts(pageLocale())
  const auth = useAuth()
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const follow = () => setHash(location.hash)
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  const link = new URLSearchParams(hash.slice(1)).get('link')
  const id = Number(new URLSearchParams(location.search).get('id'))
  if (link !== null) return <Shown key={link} link={link} />
  if (!auth) return <SignInNotice {...t.signedOut} logIn={t.logIn} register={t.signUp} />
  return id > 0 ? <BoardEditor key={`${auth.id} ${id}`} id={id} {...props} /> : <List key={auth.id} />
}

function List() {
  const t = boardsTexts(pageLocale())
  const { data, status, reload } = useLoaded((signal) => requestAs(boardList, {}, { signal }))
  const pathOf = (id: number) => `${localizedLink('/collections')}?id=${id}`
  if (!data) return <Waiting failed={status === 'failed'} reload={reload} />
  return (
    <section className="panel">
      {data.boards.length === 0 && <p>{t.empty}</p>}
      <ul className="rows">
        {data.boards.map(({ id, name, clips }) => (
          <li key={id}>
            <div className="row-text">
              <a href={pathOf(id)}>{name}</a>
              <span className="panel-note">{t.clips(clips)}</span>
            </div>
          </li>
        ))}
      </ul>
      <NewBoard label={t.make} onMade={({ id }) => location.assign(pathOf(id))} />
    </section>
  )
}

type Answer = ShownBoard | 'gone' | 'failed'

function Shown({ link }: { link: string }) {
  const t = boardsTexts(pageLocale())
  const [answer, setAnswer] = useState<Answer>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isOld = false
    void shown(link).then((answer) => isOld || setAnswer(answer))
    return () => {
      isOld = true
    }
  }, [tries])
  useEffect(() => {
    const heading = document.querySelector('h1')
    if (heading && typeof answer === 'object') heading.textContent = document.title = answer.name
  }, [answer])
  if (answer === undefined || answer === 'failed')
    return <Waiting failed={answer === 'failed'} reload={async () => setTries(tries + 1)} />
  if (answer !== 'gone') return <ShownClips clips={answer.sources} />
  return (
    <MemberNotice title={t.gone} lead={t.goneLead}>
      <a className="button" href={localizedLink('/')}>
        {t.browse}
      </a>
    </MemberNotice>
  )
}

async function shown(link: string): Promise<Answer> {
  try {
    return await request(shownBoard, { link })
  } catch (error) {
    console.info('A collection could not be shown', error)
    const status = error instanceof ApiError && error.answer.status
    return status === 'SET_NOT_FOUND' || status === 'BAD_REQUEST' ? 'gone' : 'failed'
  }
}
