import { useEffect, useState } from 'react'
import { ApiError } from '#contract/request.ts'
import { board as boardCall, changeBoard, deleteBoard } from '#contract/sets/board-calls.ts'
import type { Board } from '#contract/sets/boards.ts'
import { setSlug } from '#domain/sets/set-slug.ts'
import { boardsTexts } from '#i18n/boards/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { AccountDialog } from '../account/AccountDialog.tsx'
import { Waiting } from '../account/Waiting.tsx'
import { Button, LinkButton, QuietButton } from '../auth/buttons.tsx'
import { MemberNotice } from '../auth/MemberNotice.tsx'
import { useLoaded } from '../loading/use-loaded.ts'
import type { DownloadTexts } from '../player/download-clip.ts'
import { compOf, setClipOf } from '../sets/set-clip.ts'
import { ZipButton } from '../sets/ZipButton.tsx'
import { OwnClips } from './BoardClips.tsx'
import { NameForm } from './NameForm.tsx'
import { SharePanel } from './SharePanel.tsx'
import { saved } from './saved.ts'

export interface BoardPageProps {
  siteName: string
  downloadTexts: DownloadTexts
}

/** One of the person's collections. */
export function BoardEditor({ id, ...props }: BoardPageProps & { id: number }) {
  const t = boardsTexts(pageLocale())
  const { data, status, reload } = useLoaded((signal) => ownBoard(id, signal))
  const [board, setBoard] = useState<Board>()
  useEffect(() => {
    if (data && data !== 'gone') setBoard(data)
  }, [data])
  const all = <a href={localizedLink('/collections')}>{t.all}</a>
  if (data === 'gone') return <MemberNotice title={t.goneOwn}>{all}</MemberNotice>
  if (!board) return <Waiting failed={status === 'failed'} reload={reload} />
  return (
    <div className="board">
      <p>{all}</p>
      <Name board={board} onChange={setBoard} />
      {board.sources.length === 0 ? (
        <p>{t.emptyOne}</p>
      ) : (
        <>
          <Films key={board.name} board={board} {...props} />
          <OwnClips
            board={board.id}
            clips={board.sources}
            onChange={(clips) => setBoard({ ...board, sources: [...clips] })}
          />
        </>
      )}
      <SharePanel board={board} onChange={setBoard} />
      <Deletion board={board} />
    </div>
  )
}

/** @throws as `requestAs`, but for a collection that is not there */
async function ownBoard(id: number, signal: AbortSignal): Promise<Board | 'gone'> {
  try {
    return await requestAs(boardCall, { id }, { signal })
  } catch (error) {
    if (error instanceof ApiError && error.answer.status === 'SET_NOT_FOUND') return 'gone'
    throw error
  }
}

function Name({ board, onChange }: { board: Board; onChange: (board: Board) => void }) {
  const t = boardsTexts(pageLocale())
  const [name, setName] = useState(board.name)

  async function rename() {
    const changed = await saved(requestAs(changeBoard, { id: board.id, name }))
    if (!changed) return
    onChange(changed)
    showToast({ kind: 'success', text: t.renamed })
  }

  return <NameForm label={t.name} submit={t.rename} name={name} onChange={setName} onSubmit={rename} />
}

/** All full films as one zip with their certificates, for members; comps for everybody. */
function Films({ board, ...props }: BoardPageProps & { board: Board }) {
  const locale = pageLocale()
  const t = boardsTexts(locale)
  const id = setSlug(board.name) ?? String(board.id)
  const films = board.sources.map((source) => setClipOf(source, locale))
  const comps = board.sources.map((source) => compOf(source, locale))
  return (
    <div className="set-actions">
      <ZipButton {...props} set={{ kind: 'board', id, name: board.name }} clips={films}>
        {t.films}
      </ZipButton>
      <ZipButton {...props} set={{ kind: 'comps', id, name: board.name }} clips={comps} quiet>
        {t.comps}
      </ZipButton>
      <a href={localizedLink('/relink')}>{t.relink}</a>
    </div>
  )
}

function Deletion({ board: { id, name } }: { board: Board }) {
  const t = boardsTexts(pageLocale())
  const [asking, setAsking] = useState(false)

  async function remove() {
    const isGone = await saved(requestAs(deleteBoard, { id }).then(() => true))
    if (isGone) location.assign(localizedLink('/collections'))
  }

  return (
    <>
      <LinkButton onClick={() => setAsking(true)}>{t.delete}</LinkButton>
      {asking && (
        <AccountDialog title={t.deleteTitle(name)} onClose={() => setAsking(false)}>
          <p>{t.deleteLead}</p>
          <div className="panel-actions">
            <Button onClick={() => void remove()}>{t.confirm}</Button>
            <QuietButton onClick={() => setAsking(false)}>{t.keep}</QuietButton>
          </div>
        </AccountDialog>
      )}
    </>
  )
}
