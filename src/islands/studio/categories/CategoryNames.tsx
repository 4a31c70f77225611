import { useState } from 'react'
import type { CategoryLine } from '#contract/studio/categories.ts'
import { renameCategory } from '#contract/studio/categories-calls.ts'
import { categoriesTexts } from '#i18n/studio/categories-texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { refusalText } from './refusal-text.ts'

type Names = Pick<CategoryLine, 'label' | 'label_ja'>

/** Both names, saved on blur or Enter; Esc restores the stored ones. */
export function CategoryNames({ line }: { line: CategoryLine }) {
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
