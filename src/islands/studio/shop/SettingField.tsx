import { useEffect, useId, useRef, useState } from 'react'
import { sectionsIn, sectionText, type TextSection } from '#domain/shop/section-text.ts'
import { isSameSetting, type Tree, withSetting } from '#domain/shop/setting-paths.ts'
import { shopTexts } from '#i18n/studio/shop/texts.ts'
import { LinkButton, QuietButton } from '../../auth/buttons.tsx'
import { Select } from '../Select.tsx'
import { ColourField } from './ColourField.tsx'
import { type FieldSchema, type FormState, type SettingProps, valueAt } from './form-schema.ts'
import { isPicture, PictureField } from './PictureField.tsx'
import { Problem } from './Problem.tsx'

/** Letters from which a text gets several lines. */
const LONG = 160

/** The field of a setting, or the fields below it, as its schema says. */
export function SettingField(props: SettingProps) {
  const { schema, path, value, state } = props
  const label = schema.label?.[state.locale] ?? ''
  if (schema.type === 'array') return <ListField {...props} label={label} />
  if (schema.kind === 'folded') return <Folded {...props} label={label} />
  if (schema.type === 'object' && schema.kind !== 'texts')
    return (
      <fieldset className="stack-4">
        {label && <legend className={path.includes('.') ? 'shop-legend' : 'visually-hidden'}>{label}</legend>}
        {Object.entries(schema.properties ?? {}).map(([key, inner]) => (
          <SettingField
            key={key}
            schema={inner}
            path={`${path}.${key}`}
            value={valueAt(value, key)}
            state={state}
          />
        ))}
      </fieldset>
    )
  return (
    <div className="shop-setting" data-path={path}>
      {schema.kind === 'texts' ? (
        <BothLanguages {...props} label={label} />
      ) : (
        <Single {...props} label={label} />
      )}
      {schema.help && <p className="field-hint">{schema.help[state.locale]}</p>}
      <Ours {...props} label={label} />
    </div>
  )
}

/** Many fields, which open when they are wanted, or wrong. */
function Folded({ label, schema, ...props }: SettingProps & { label: string }) {
  const details = useRef<HTMLDetailsElement>(null)
  const isWrong = Object.keys(props.state.problems).some((each) => each.startsWith(`${props.path}.`))
  useEffect(() => {
    if (isWrong && details.current) details.current.open = true
  }, [isWrong])
  return (
    <details ref={details} className="card shop-item">
      <summary>{label}</summary>
      <SettingField {...props} schema={{ ...schema, kind: undefined, label: undefined }} />
    </details>
  )
}

/** English and Japanese side by side. */
function BothLanguages({ schema, path, value, state, label }: SettingProps & { label: string }) {
  const t = shopTexts(state.locale)
  return (
    <fieldset className="shop-both">
      <legend>{label}</legend>
      {(['en', 'ja'] as const).map((language) => {
        const field = {
          schema: schema.properties?.[language] ?? {},
          path: `${path}.${language}`,
          value: valueAt(value, language),
          state,
          label: language === 'en' ? t.english : t.japanese,
        }
        if (field.schema.kind === 'sections')
          return <SectionsInput key={language} {...field} name={t.of(label, field.label)} lang={language} />
        return field.schema.type === 'array' ? (
          <ListField key={language} {...field} />
        ) : (
          <TextInput key={language} {...field} name={t.of(label, field.label)} lang={language} />
        )
      })}
    </fieldset>
  )
}

function Single(props: SettingProps & { label: string }) {
  const { schema, path, value, state, label } = props
  const id = useId()
  if (schema.type === 'boolean')
    return (
      <label className="check">
        <input
          type="checkbox"
          checked={value === true}
          onChange={({ target }) => state.onChange(path, target.checked)}
        />
        {label}
      </label>
    )
  if (schema.enum)
    return (
      <Select
        label={label}
        value={String(value)}
        options={schema.enum.map((choice) => ({
          value: choice,
          name: schema.names?.[choice]?.[state.locale] ?? choice,
        }))}
        onChoose={(choice) => state.onChange(path, choice)}
      />
    )
  if (isPicture(schema.kind)) return <PictureField {...props} use={schema.kind} />
  if (schema.kind === 'colour') return <ColourField {...props} />
  if (schema.type !== 'integer' && schema.kind !== 'date') return <TextInput {...props} />
  const isNumber = schema.type === 'integer'
  return (
    <div className="studio-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={isNumber ? 'number' : 'date'}
        min={schema.minimum}
        max={schema.maximum}
        value={Number.isNaN(value) ? '' : String(value)}
        aria-invalid={path in state.problems}
        onChange={({ target }) => state.onChange(path, isNumber ? target.valueAsNumber : target.value)}
      />
      <Problem path={path} state={state} />
    </div>
  )
}

interface TextInputProps extends SettingProps {
  label: string
  /** For screen readers, if the label alone is not clear. */
  name?: string
  lang?: string
}

function TextInput({ schema, path, value, state, label, name, lang }: TextInputProps) {
  const id = useId()
  const isCode = schema.kind === 'css' || schema.kind === 'markdown'
  const isList = schema.kind === 'lines'
  const isLong = isCode || isList || (lang !== undefined && (schema.maxLength ?? 0) >= LONG)
  const input = {
    id,
    lang,
    maxLength: schema.maxLength,
    value: isList && Array.isArray(value) ? value.join('\n') : String(value ?? ''),
    'aria-label': name,
    'aria-invalid': path in state.problems,
    // Not while typing: the next point begins with an empty line.
    onBlur: () =>
      isList &&
      Array.isArray(value) &&
      state.onChange(path, value.map((each) => String(each).trim()).filter(Boolean)),
    // Texts are one line, however long; a list has one for each of its points.
    onChange({ target }: { target: { value: string } }) {
      if (isList) return state.onChange(path, target.value.split('\n'))
      state.onChange(path, isCode ? target.value : target.value.replaceAll('\n', ' '))
    },
  }
  return (
    <div className="studio-field">
      <label htmlFor={id}>{label}</label>
      {isLong ? (
        <textarea rows={isCode ? 10 : isList ? 6 : 3} spellCheck={schema.kind !== 'css'} {...input} />
      ) : (
        <input autoComplete="off" {...input} />
      )}
      <Problem path={path} state={state} />
    </div>
  )
}

/** Sections of a legal text as one text. */
function SectionsInput({ path, value, state, label, name, lang }: TextInputProps) {
  const id = useId()
  const sections = (value ?? []) as TextSection[]
  const [typed, setTyped] = useState(() => sectionText(sections))
  const isSame = isSameSetting(sectionsIn(typed), sections)
  return (
    <div className="studio-field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        lang={lang}
        rows={24}
        aria-label={name}
        aria-invalid={path in state.problems}
        value={isSame ? typed : sectionText(sections)}
        onChange={({ target }) => {
          setTyped(target.value)
          state.onChange(path, sectionsIn(target.value))
        }}
      />
      <p className="field-hint">{shopTexts(state.locale).sectionsHint}</p>
      <Problem path={path} state={state} />
    </div>
  )
}

/** For a changed setting: the way back to ours, and ours if it has changed since. */
function Ours({ path, value, state, label }: SettingProps & { label: string }) {
  const t = shopTexts(state.locale)
  const ours = valueAt(state.defaults, path)
  // An item of a list has no default of its own.
  if (ours === undefined || isSameSetting(ours, value)) return null
  const changed = state.outdated.filter((each) => each === path || each.startsWith(`${path}.`))
  return (
    <div>
      {changed.map((each) => (
        <div key={each} className="shop-outdated">
          <p>{t.outdated}</p>
          <blockquote>{textOf(valueAt(state.defaults, each))}</blockquote>
        </div>
      ))}
      <LinkButton aria-label={t.oursOf(label)} onClick={() => state.onChange(path, ours)}>
        {t.ours}
      </LinkButton>
    </div>
  )
}

/** A text, or those of a list. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.values(value).map(textOf).join('\n')
}

/** A list of settings in an order: each can be moved and removed, and one added. The list is one setting. */
function ListField({ schema, path, value, state, label }: SettingProps & { label: string }) {
  const t = shopTexts(state.locale)
  const items = Array.isArray(value) ? (value as Tree[]) : []
  const change = (changed: readonly Tree[]) => state.onChange(path, changed)
  const place = (from: number, to: number) => {
    const [moved] = items.slice(from, from + 1)
    if (moved && items[to]) change(items.toSpliced(from, 1).toSpliced(to, 0, moved))
  }
  const within: FormState = {
    ...state,
    defaults: {},
    onChange(below, changed) {
      const [at = '', ...rest] = below.slice(path.length + 1).split('.')
      change(
        items.map((item, each) => (each === Number(at) ? withSetting(item, rest.join('.'), changed) : item)),
      )
    },
  }
  return (
    <fieldset className="stack-3">
      <legend className="shop-legend">{label}</legend>
      <ol className="stack-3">
        {items.map((item, at) => (
          <li key={at} className="card shop-item">
            <SettingField schema={schema.items ?? {}} path={`${path}.${at}`} value={item} state={within} />
            <div className="row">
              <LinkButton aria-label={t.up(at + 1)} onClick={() => place(at, at - 1)}>
                ↑
              </LinkButton>
              <LinkButton aria-label={t.down(at + 1)} onClick={() => place(at, at + 1)}>
                ↓
              </LinkButton>
              <LinkButton aria-label={t.removeOf(at + 1)} onClick={() => change(items.toSpliced(at, 1))}>
                {t.remove}
              </LinkButton>
            </div>
          </li>
        ))}
      </ol>
      <QuietButton onClick={() => change([...items, emptyOf(schema.items ?? {}) as Tree])}>
        {t.add}
      </QuietButton>
      <Problem path={path} state={state} />
      {schema.label && <Ours schema={schema} path={path} value={value} state={state} label={label} />}
    </fieldset>
  )
}

/** The value of a new item: the first choice, and nothing else. */
function emptyOf({ type, properties, enum: choices }: FieldSchema): unknown {
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties ?? {}).map(([key, inner]) => [key, emptyOf(inner)]))
  if (type === 'array') return []
  if (type === 'boolean') return false
  return type === 'integer' ? 0 : (choices?.[0] ?? '')
}
