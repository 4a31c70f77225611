import { useState } from 'react'
import type { CategoryLine } from '#contract/studio/categories.ts'
import { categoriesTexts } from '#i18n/studio/categories-texts.ts'
import { studioTexts } from '#i18n/studio/shell-texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { lateDialog } from '../../account/late-dialog.tsx'
import { loadStyles } from '../../auth/load-styles.ts'
import dialogStyles from '../../auth/sign-in.css?url'
import { LoadFailed } from '../LoadFailed.tsx'
import { studioRoom } from '../studio-room.tsx'
import { AddCategory } from './AddCategory.tsx'
import type { CategoryAct } from './CategoryDialog.tsx'
import { CategoryRow } from './CategoryRow.tsx'
import { refusalText } from './refusal-text.ts'
import { useCategories } from './use-categories.ts'

const CategoryDialog = lateDialog(async () => {
  const [module] = await Promise.all([import('./CategoryDialog.tsx'), loadStyles(dialogStyles)])
  return module.CategoryDialog
})

export const CategoriesRoom = studioRoom('edit', Room)

function Room() {
  const locale = pageLocale()
  const t = categoriesTexts(locale)
  const shell = studioTexts(locale)
  const { lines, former, status, reload, move } = useCategories()
  const [act, setAct] = useState<{ kind: CategoryAct; line: CategoryLine }>()
  const [announcement, setAnnouncement] = useState('')
  const [dragged, setDragged] = useState<string>()

  async function place(line: CategoryLine, to: number) {
    try {
      await move(line.key, to)
      setAnnouncement(t.moved(line.label, Math.min(Math.max(to, 0), lines.length - 1) + 1, lines.length))
    } catch (error) {
      showToast({ kind: 'error', text: refusalText(error, t) })
    }
  }

  if (status === 'loading') return <p className="panel-note">{shell.loading}</p>
  if (status === 'failed') return <LoadFailed retry={() => void reload()} />
  return (
    <div className="category-room">
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {lines.length === 0 && <p className="panel-note">{t.none}</p>}
      <ol className="category-list" aria-label={t.list}>
        {lines.map((line, at) => (
          <CategoryRow
            key={line.key}
            line={line}
            isFirst={at === 0}
            isLast={at === lines.length - 1}
            onMove={(by) => void place(line, at + by)}
            onAct={(kind) => setAct({ kind, line })}
            drag={{
              isOver: dragged !== undefined && dragged !== line.key,
              onStart: () => setDragged(line.key),
              onEnd: () => setDragged(undefined),
              onDrop: () => {
                const moved = lines.find(({ key }) => key === dragged)
                if (moved) void place(moved, at)
              },
            }}
          />
        ))}
      </ol>
      <AddCategory onAdded={reload} />
      {former.length > 0 && (
        <section className="panel">
          <h2>{t.formerTitle}</h2>
          <p className="panel-note">{t.formerLead}</p>
          <ul className="category-former">
            {former.map(({ key, moved_to }) => (
              <li key={key}>
                <code>/t/{key}</code> → <a href={localizedLink(`/t/${moved_to}`)}>/t/{moved_to}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {act && (
        <CategoryDialog
          {...act}
          others={lines.filter(({ key, moving_to }) => key !== act.line.key && moving_to === null)}
          onClose={() => setAct(undefined)}
          onDone={() => {
            setAct(undefined)
            void reload()
          }}
        />
      )}
    </div>
  )
}
