import { type SubmitEvent, useState } from 'react'
import type { CategoryLine } from '#contract/studio/clips/categories.ts'
import { addCategory } from '#contract/studio/clips/categories-calls.ts'
import { categoriesTexts } from '#i18n/studio/categories/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { lateDialog } from '../../account/late-dialog.tsx'
import { Field } from '../../auth/Field.tsx'
import { loadStyles } from '../../auth/load-styles.ts'
import { SubmitButton } from '../../auth/SubmitButton.tsx'
import dialogStyles from '../../auth/sign-in.css?url'
import { Pending } from '../LoadFailed.tsx'
import { studioRoom } from '../studio-room.tsx'
import type { CategoryAct } from './CategoryDialog.tsx'
import { CategoryRow } from './CategoryRow.tsx'
import { nameOf, refusalText, useCategories } from './use-categories.ts'

const CategoryDialog = lateDialog(async () => {
  const [module] = await Promise.all([import('./CategoryDialog.tsx'), loadStyles(dialogStyles)])
  return module.CategoryDialog
})

export const CategoriesRoom = studioRoom('edit', Room)

function Room() {
  const t = categoriesTexts(pageLocale())
  const { lines, former, loaded, move } = useCategories()
  const { reload } = loaded
  const [act, setAct] = useState<{ kind: CategoryAct; line: CategoryLine }>()
  const [announcement, setAnnouncement] = useState('')
  const [dragged, setDragged] = useState<string>()

  async function place(line: CategoryLine, to: number) {
    try {
      await move(line.key, to)
      setAnnouncement(t.moved(nameOf(line), Math.min(Math.max(to, 0), lines.length - 1) + 1, lines.length))
    } catch (error) {
      showToast({ kind: 'error', text: refusalText(error, t) })
    }
  }

  if (!loaded.data) return <Pending {...loaded} />
  return (
    <div className="stack-6">
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {lines.length === 0 && <p className="panel-note">{t.none}</p>}
      <ol className="stack-2" aria-label={t.list}>
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

const EMPTY = { label: '', label_ja: '', key: '' }

/** A new category. Its key follows the English name until it is typed. */
function AddCategory({ onAdded }: { onAdded: () => Promise<void> }) {
  const t = categoriesTexts(pageLocale())
  const [typed, setTyped] = useState(EMPTY)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const key = typed.key || keyOf(typed.label)

  async function add(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem('')
    try {
      const { label, label_ja } = typed
      await requestAs(addCategory, { key, label, label_ja: label_ja || label })
      await onAdded()
      setTyped(EMPTY)
      showToast({ kind: 'success', text: t.added(nameOf(typed)) })
    } catch (error) {
      setProblem(refusalText(error, t))
    }
    setBusy(false)
  }

  const field = (name: keyof typeof EMPTY, label: string, hint?: string) => (
    <Field
      name={name}
      label={label}
      problem={undefined}
      {...(hint && { hint })}
      input={{
        value: name === 'key' ? key : typed[name],
        maxLength: name === 'key' ? 60 : 80,
        required: name !== 'label_ja',
        autoComplete: 'off',
        onChange: (event) => setTyped({ ...typed, [name]: event.target.value }),
      }}
    />
  )
  return (
    <section className="panel">
      <h2>{t.addTitle}</h2>
      <form className="category-add" onSubmit={add} noValidate>
        {field('label', t.english)}
        {field('label_ja', t.japanese)}
        {field('key', t.key, t.keyHint)}
        <p className="form-problem" role="alert">
          {problem}
        </p>
        <SubmitButton busy={busy} texts={{ submit: t.add, busy: t.adding }} />
      </form>
    </section>
  )
}

/** "Four Seasons" becomes `four_seasons`. */
function keyOf(label: string): string {
  return label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60)
}
