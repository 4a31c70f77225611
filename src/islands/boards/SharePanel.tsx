import { changeBoard } from '#contract/sets/board-calls.ts'
import type { Board } from '#contract/sets/boards.ts'
import { boardsTexts } from '#i18n/boards/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { copyLink } from '#stores/copy-text.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { LinkButton, QuietButton } from '../auth/buttons.tsx'
import { saved } from './saved.ts'

/** The link that shows a collection to others: made, copied and ended. */
export function SharePanel({ board, onChange }: { board: Board; onChange: (board: Board) => void }) {
  const t = boardsTexts(pageLocale())
  // Behind the #, so that neither logs nor other sites' referrers have it.
  const url = `${new URL(localizedLink('/collections'), location.href).href}#link=${board.link}`

  async function change(part: { link?: boolean; shows_notes?: boolean }) {
    const changed = await saved(requestAs(changeBoard, { id: board.id, ...part }))
    if (changed) onChange(changed)
    if (changed && part.link === false) showToast({ kind: 'success', text: t.linkEnded })
  }

  return (
    <section className="panel" aria-labelledby="board-share">
      <h2 id="board-share">{t.showTitle}</h2>
      <p className="panel-note">{t.linkHint}</p>
      {board.link === null ? (
        <QuietButton onClick={() => void change({ link: true })}>{t.makeLink}</QuietButton>
      ) : (
        <>
          <div className="field">
            <label htmlFor="board-link">{t.link}</label>
            <div className="field-input">
              <input id="board-link" readOnly value={url} onFocus={(event) => event.target.select()} />
            </div>
          </div>
          <label className="check">
            <input
              type="checkbox"
              checked={board.shows_notes}
              onChange={(event) => void change({ shows_notes: event.target.checked })}
            />
            <span>{t.showsNotes}</span>
          </label>
          <div className="panel-actions">
            <QuietButton onClick={() => void copyLink(url, t)}>{t.copy}</QuietButton>
            <LinkButton onClick={() => void change({ link: false })}>{t.endLink}</LinkButton>
          </div>
        </>
      )}
    </section>
  )
}
