import { type ReactNode, useId } from 'react'
import type { Category } from '#contract/clips/clips.ts'
import { LICENSE_TYPES } from '#domain/clips/license.ts'
import { UNCATEGORISED } from '#domain/clips/uncategorised.ts'
import { clipTexts } from '#i18n/studio/clip/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import type { ClipEditor, EditField, EditFields } from '#stores/studio/clip-editor.ts'
import { Options } from '../../auth/Options.tsx'
import { StillField } from './StillField.tsx'

interface FactFieldsProps {
  /** Its number. */
  clip: number
  fields: EditFields
  categories: readonly Category[]
  change: ClipEditor['change']
}

/** Category, licence, where the footage comes from, and how it was made. */
export function FactFields({ clip, fields, categories, change }: FactFieldsProps) {
  const locale = pageLocale()
  const t = clipTexts(locale)
  const named = categories.filter(({ key }) => key !== UNCATEGORISED)
  const line = { fields, change }
  return (
    <div className="clip-pairs">
      <Field field="category" missing={fields.category === UNCATEGORISED}>
        {(id) => (
          <select
            id={id}
            value={fields.category}
            onChange={({ target }) => change({ category: target.value })}
          >
            {fields.category === UNCATEGORISED && <option value={UNCATEGORISED}>{t.uncategorised}</option>}
            <Options
              of={named.map(({ key, label, label_ja }) => [key, (locale === 'ja' && label_ja) || label])}
            />
          </select>
        )}
      </Field>
      <AiField {...line} />
      <Line {...line} field="license" missing={fields.license.trim() === ''} />
      <Field field="license_type">
        {(id) => (
          <select
            id={id}
            value={fields.license_type}
            onChange={({ target }) => change({ license_type: target.value as EditFields['license_type'] })}
          >
            <Options of={LICENSE_TYPES.map((type) => [type, t.licenseTypes[type]])} />
          </select>
        )}
      </Field>
      <Line {...line} field="user_name" />
      <Line {...line} field="date_created" type="date" />
      <Line {...line} field="source" />
      <Line {...line} field="source_url" type="url" />
      <Line {...line} field="modifier_model" />
      <Line {...line} field="modifier_company" />
      <Line {...line} field="modifier_date" type="date" />
      <StillField clip={clip} still={fields.source_url_image} change={change} />
      <Line {...line} field="still_license" />
      <Line {...line} field="still_license_url" type="url" />
    </div>
  )
}

interface FieldProps {
  field: EditField
  missing?: boolean
  children: (id: string, hint: string | undefined) => ReactNode
}

function Field({ field, missing = false, children }: FieldProps) {
  const t = clipTexts(pageLocale())
  const id = useId()
  const hint = (t.hints as Partial<Record<EditField, string>>)[field]
  return (
    <div className="field">
      <div className="clip-label">
        <label htmlFor={id}>{t.fields[field]}</label>
        {missing && <span className="clip-missing">{t.missing}</span>}
      </div>
      <div className="field-input">{children(id, hint && `${id}-hint`)}</div>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

type LineField =
  | 'license'
  | 'user_name'
  | 'source'
  | 'source_url'
  | 'date_created'
  | 'modifier_model'
  | 'modifier_company'
  | 'modifier_date'
  | 'still_license'
  | 'still_license_url'

interface LineProps extends Pick<FactFieldsProps, 'fields' | 'change'> {
  field: LineField
  type?: 'text' | 'url' | 'date'
  missing?: boolean
}

function Line({ field, type = 'text', missing = false, fields, change }: LineProps) {
  return (
    <Field field={field} missing={missing}>
      {(id, hint) => (
        <input
          id={id}
          type={type}
          value={fields[field]}
          maxLength={type === 'url' ? 500 : 200}
          autoComplete="off"
          aria-describedby={hint}
          aria-invalid={type === 'url' && !isWebAddress(fields[field])}
          onChange={({ target }) => change({ [field]: target.value })}
        />
      )}
    </Field>
  )
}

const isWebAddress = (text: string) => text === '' || /^https?:\/\/[^\s]+$/.test(text)

function AiField({ fields, change }: Pick<FactFieldsProps, 'fields' | 'change'>) {
  const t = clipTexts(pageLocale())
  const name = useId()
  return (
    <fieldset className="field clip-choice" aria-describedby={`${name}-hint`}>
      <legend className="clip-label">
        <span>{t.fields.ai}</span>
        {fields.ai === null && <span className="clip-missing">{t.missing}</span>}
      </legend>
      <div className="row clip-choices">
        {[true, false].map((ai) => (
          <label key={String(ai)}>
            <input type="radio" name={name} checked={fields.ai === ai} onChange={() => change({ ai })} />
            {ai ? t.yes : t.no}
          </label>
        ))}
      </div>
      <p className="field-hint" id={`${name}-hint`}>
        {t.hints.ai}
      </p>
    </fieldset>
  )
}
