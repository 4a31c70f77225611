import { type ClipTexts, clipTexts } from '#i18n/studio/clip/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import type { ClipEditor, EditField, EditorView } from '#stores/studio/clip-editor.ts'
import { QuietButton } from '../../auth/buttons.tsx'

/** Fields that two editors changed at the same time, with both values. */
export function Conflicts({ editor, view }: { editor: ClipEditor; view: EditorView }) {
  const t = clipTexts(pageLocale())
  const { conflicts, fields, clip } = view
  if (conflicts.length === 0) return null
  return (
    <section className="panel clip-conflicts" role="alert" aria-label={t.conflict.title}>
      <h2>{t.conflict.title}</h2>
      <p>{t.conflict.lead}</p>
      {conflicts.map((field) => (
        <div key={field} className="clip-conflict">
          <h3>{t.fields[field]}</h3>
          <Version
            name={t.conflict.mine}
            value={valueText(t, fields[field])}
            keep={t.conflict.keepMine}
            field={field}
            act={() => editor.resolve(field, 'mine')}
          />
          <Version
            name={t.conflict.theirs}
            value={valueText(t, clip[field])}
            keep={t.conflict.takeTheirs}
            field={field}
            act={() => editor.resolve(field, 'theirs')}
          />
        </div>
      ))}
    </section>
  )
}

interface VersionProps {
  name: string
  value: string
  keep: string
  field: EditField
  act: () => void
}

function Version({ name, value, keep, field, act }: VersionProps) {
  const t = clipTexts(pageLocale())
  return (
    <div>
      <p className="panel-note">{name}</p>
      <p className="clip-value">{value}</p>
      <QuietButton onClick={act}>
        {keep}
        <span className="visually-hidden">{t.conflict.of(t.fields[field])}</span>
      </QuietButton>
    </div>
  )
}

function valueText(t: ClipTexts, value: unknown): string {
  if (typeof value === 'boolean') return value ? t.yes : t.no
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return text || t.conflict.nothing
}
