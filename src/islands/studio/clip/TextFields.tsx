import { useId, useState } from 'react'
import { missingTexts, type TextField } from '#domain/studio/clip/publishable.ts'
import { clipTexts } from '#i18n/studio/clip/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import type { ClipEditor, EditFields } from '#stores/studio/clip-editor.ts'
import { KeywordField } from './KeywordField.tsx'
import { OtherWords } from './OtherWords.tsx'

interface TextFieldsProps {
  fields: EditFields
  change: ClipEditor['change']
}

/** Title, description and keywords, both languages side by side. */
export function TextFields({ fields, change }: TextFieldsProps) {
  const missing = missingTexts(fields)
  const common = { fields, change, missing }
  return (
    <div className="clip-pairs">
      <Text {...common} field="title" locale="en" />
      <Text {...common} field="title_ja" locale="ja" />
      <Text {...common} field="description" locale="en" rows={6} />
      <Text {...common} field="description_ja" locale="ja" rows={6} />
      <Keywords {...common} field="keywords" locale="en" />
      <Keywords {...common} field="keywords_ja" locale="ja" />
    </div>
  )
}

interface FieldProps<Field extends TextField> extends TextFieldsProps {
  field: Field
  locale: 'en' | 'ja'
  missing: readonly TextField[]
}

function Text({
  field,
  locale,
  rows,
  fields,
  missing,
  change,
}: FieldProps<'title' | 'title_ja' | 'description' | 'description_ja'> & { rows?: number }) {
  const id = useId()
  const [isTyped, setTyped] = useState(false)
  const value = fields[field]
  // A copy of the other language's text is what visitors see, but nobody wrote it.
  const isCopy = !isTyped && value !== '' && missing.includes(field)
  const common = {
    id,
    lang: locale,
    value: isCopy ? '' : value,
    placeholder: isCopy ? value : undefined,
    'aria-describedby': `${id}-missing`,
    onChange: (event: { target: { value: string } }) => {
      setTyped(true)
      change({ [field]: event.target.value })
    },
  }
  return (
    <div className="field">
      <FieldLabel id={id} field={field} missing={missing} />
      <div className="field-input">
        {rows ? (
          <textarea rows={rows} maxLength={5000} {...common} />
        ) : (
          <input type="text" maxLength={200} autoComplete="off" {...common} />
        )}
      </div>
    </div>
  )
}

function FieldLabel({ id, field, missing }: { id: string; field: TextField; missing: readonly TextField[] }) {
  const t = clipTexts(pageLocale())
  return (
    <div className="clip-label">
      <label htmlFor={id} id={`${id}-label`}>
        {t.fields[field]}
      </label>
      <span className="clip-missing" id={`${id}-missing`}>
        {missing.includes(field) && t.missing}
      </span>
    </div>
  )
}

function Keywords({ field, locale, fields, missing, change }: FieldProps<'keywords' | 'keywords_ja'>) {
  const id = useId()
  const other = field === 'keywords' ? 'keywords_ja' : 'keywords'
  const set = (words: string[]) => change({ [field]: words })
  return (
    <div className="field">
      <FieldLabel id={id} field={field} missing={missing} />
      <KeywordField id={id} locale={locale} words={fields[field]} onChange={set} />
      <OtherWords words={fields[field]} others={fields[other]} locale={locale} onChange={set} />
    </div>
  )
}
