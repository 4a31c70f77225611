import { boardList, changeBoard, removeFromBoard } from '#contract/sets/board-calls.ts'
import type { BoardLine } from '#contract/sets/boards.ts'
import { boardsTexts } from '#i18n/boards/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { AccountDialog } from '../account/AccountDialog.tsx'
import { Waiting } from '../account/Waiting.tsx'
import { QuietButton } from '../auth/buttons.tsx'
import { useLoaded } from '../loading/use-loaded.ts'
import { NewBoard } from './NewBoard.tsx'
import { saved } from './saved.ts'

/** Puts a clip into collections, and takes it out. */
export function AddDialog({ clip, onClose }: { clip: number; onClose: () => void }) {
  const t = boardsTexts(pageLocale())
  const { data, status, reload, setData } = useLoaded((signal) => requestAs(boardList, { clip }, { signal }))

  async function toggle({ id, name, has }: BoardLine) {
    const call = has
      ? requestAs(removeFromBoard, { id, sourceId: clip }).then(() => true)
      : requestAs(changeBoard, { id, added_ids: [clip] }).then(() => true)
    if (!(await saved(call))) return
    setData(({ boards }) => ({
      boards: boards.map((each) => (each.id === id ? { ...each, has: !has } : each)),
    }))
    showToast({ kind: 'success', text: has ? t.removed(name) : t.added(name) })
  }

  return (
    <AccountDialog title={t.addTo} onClose={onClose}>
      {!data && <Waiting failed={status === 'failed'} reload={reload} />}
      <div className="board-choices">
        {data?.boards.map((board) => (
          <label key={board.id} className="check">
            <input type="checkbox" checked={board.has} onChange={() => void toggle(board)} />
            <span>{board.name}</span>
          </label>
        ))}
      </div>
      {data && (
        <NewBoard
          clips={[clip]}
          label={t.addNew}
          onMade={({ name }) => {
            showToast({ kind: 'success', text: t.added(name) })
            void reload()
          }}
        />
      )}
      <div className="panel-actions">
        <QuietButton onClick={onClose}>{t.close}</QuietButton>
      </div>
    </AccountDialog>
  )
}
