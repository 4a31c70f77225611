import { type KeyboardEvent, useId, useState } from 'react'
import type { CategoryLine } from '#contract/studio/clips/categories.ts'
import { renameCategory } from '#contract/studio/clips/categories-calls.ts'
import { categoriesTexts } from '#i18n/studio/categories/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import type { CategoryAct } from './CategoryDialog.tsx'
import { nameOf, refusalText } from './use-categories.ts'

export interface CategoryRowProps {
  line: CategoryLine
  isFirst: boolean
  isLast: boolean
  /** By how many places, downwards. */
  onMove: (by: number) => void
  onAct: (kind: CategoryAct) => void
  drag: { isOver: boolean; onStart: () => void; onEnd: () => void; onDrop: () => void }
}

export function CategoryRow({ line, isFirst, isLast, onMove, onAct, drag }: CategoryRowProps) {
  const t = categoriesTexts(pageLocale())
  const menu = useId()
  const { key, published, drafts, hidden, moving_to } = line
  const label = nameOf(line)
  const clips = published + drafts + hidden

  function onKeyDown(event: KeyboardEvent) {
    const by = event.altKey && { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!by) return
    event.preventDefault()
    onMove(by)
  }

  return (
    <li
      className="category-row card"
      onDragOver={(event) => drag.isOver && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        drag.onDrop()
      }}
    >
      <button
        type="button"
        className="category-handle"
        draggable
        aria-label={t.drag(label)}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', key)
          drag.onStart()
        }}
        onDragEnd={drag.onEnd}
        onKeyDown={onKeyDown}
      >
        <span aria-hidden="true">⠿</span>
      </button>
      <CategoryNames line={line} />
      <p className="category-figures">
        <a href={localizedLink(`/studio/library?category=${key}`)}>{t.clips(published)}</a>
        {drafts > 0 && <span>{t.drafts(drafts)}</span>}
        {hidden > 0 && <span>{t.hidden(hidden)}</span>}
        <a href={localizedLink(`/t/${key}`)}>/t/{key}</a>
      </p>
      {moving_to !== null && (
        <p className="category-note" role="status">
          {t.moving(moving_to, clips)}
        </p>
      )}
      {moving_to === null && published === 0 && <p className="category-note">{t.unused}</p>}
      <div className="category-buttons">
        <button
          type="button"
          className="category-step"
          aria-label={t.up(label)}
          aria-disabled={isFirst}
          onClick={() => onMove(-1)}
        >
          ↑
        </button>
        <button
          type="button"
          className="category-step"
          aria-label={t.down(label)}
          aria-disabled={isLast}
          onClick={() => onMove(1)}
        >
          ↓
        </button>
        <button type="button" className="category-step" popoverTarget={menu} aria-label={t.more(label)}>
          …
        </button>
        <div id={menu} className="menu-panel popover floating" popover="auto">
          {(['merge', 'changeKey', 'delete'] as const)
            .filter((kind) => isPossible(kind, line, clips))
            .map((kind) => (
              <button
                key={kind}
                type="button"
                popoverTarget={menu}
                popoverTargetAction="hide"
                onClick={() => onAct(kind)}
              >
                {t[kind]}
              </button>
            ))}
        </div>
      </div>
    </li>
  )
}

/** `uncategorised` cannot be removed, since footage without a category goes there. */
function isPossible(kind: CategoryAct, { key, moving_to }: CategoryLine, clips: number): boolean {
  if (kind === 'delete' && clips === 0) return true
  return key !== 'uncategorised' && moving_to === null
}

type Names = Pick<CategoryLine, 'label' | 'label_ja'>

/** Both names, saved on blur or Enter; Esc restores the stored ones. */
function CategoryNames({ line }: { line: CategoryLine }) {
  const t = categoriesTexts(pageLocale())
  const [saved, setSaved] = useState<Names>({ label: line.label, label_ja: line.label_ja })
  const [typed, setTyped] = useState(saved)
  const [note, setNote] = useState('')
  const [isWrong, setWrong] = useState(false)

  async function save() {
    const names = { label: typed.label.trim(), label_ja: typed.label_ja.trim() }
    if (names.label === saved.label && names.label_ja === saved.label_ja) return
    setNote(t.saving)
    setWrong(false)
    try {
      await requestAs(renameCategory, { key: line.key, ...names })
      setSaved(names)
      setTyped(names)
      setNote(t.saved)
    } catch (error) {
      setNote(refusalText(error, t))
      setWrong(true)
    }
  }

  return (
    <div className="category-names">
      {(['label', 'label_ja'] as const).map((field) => (
        <label key={field} lang={field === 'label' ? 'en' : 'ja'}>
          <span className="visually-hidden" lang={pageLocale()}>
            {field === 'label' ? t.english : t.japanese}
          </span>
          <input
            value={typed[field]}
            maxLength={80}
            aria-invalid={isWrong && typed[field].trim() === ''}
            onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
            onBlur={() => void save()}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) void save()
              if (event.key === 'Escape') setTyped(saved)
            }}
          />
        </label>
      ))}
      <p className={isWrong ? 'form-problem' : 'category-note'} role="status">
        {note}
      </p>
    </div>
  )
}
