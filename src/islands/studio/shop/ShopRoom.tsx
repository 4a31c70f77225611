import { useState } from 'react'
import type { StudioShop } from '#contract/studio/shop/shop.ts'
import { changedPaths, type Tree } from '#domain/shop/setting-paths.ts'
import { shopTexts } from '#i18n/studio/shop/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { Button, QuietButton } from '../../auth/buttons.tsx'
import { Pending } from '../LoadFailed.tsx'
import { studioRoom } from '../studio-room.tsx'
import { useAction } from '../use-action.ts'
import { type FieldSchema, labelsOf, valueAt } from './form-schema.ts'
import { Preview } from './Preview.tsx'
import { SettingField } from './SettingField.tsx'
import { type Conflict, type ShopEdit, useShop } from './use-shop.ts'
import { Versions } from './Versions.tsx'

export const ShopRoom = studioRoom('admin', Room)

function Room() {
  const edit = useShop()
  const { data } = edit.loaded
  return data && edit.settings ? <Shop edit={edit} data={data} /> : <Pending {...edit.loaded} />
}

function Shop({ edit, data }: { edit: ShopEdit; data: StudioShop }) {
  const locale = pageLocale()
  const t = shopTexts(locale)
  const form = data.form as FieldSchema
  const sections = Object.entries(form.properties ?? {})
  const [section, setSection] = useState(sections[0]?.[0] ?? '')
  const labels = (paths: readonly string[]) => labelsOf(form, paths, locale)
  const wrong = Object.keys(edit.problems)
  const chosen = form.properties?.[section]
  return (
    <div className="stack-6">
      <SaveBar edit={edit} data={data} />
      <div className="shop-columns">
        <div className="stack-4">
          <nav aria-label={t.sections}>
            <ul className="row">
              {sections.map(([key, { label }]) => (
                <li key={key}>
                  <button
                    type="button"
                    className="pill-button shop-section"
                    aria-current={key === section ? 'true' : undefined}
                    onClick={() => setSection(key)}
                  >
                    {label?.[locale]}
                  </button>
                </li>
              ))}
            </ul>
          </nav>
          <p className="form-problem" role="alert">
            {wrong.length > 0 && t.wrong(labels(wrong))}
          </p>
          {edit.conflict && <ConflictPanel conflict={edit.conflict} labels={labels} />}
          {chosen && (
            <div className="panel">
              <h2>{chosen.label?.[locale]}</h2>
              <SettingField
                key={section}
                schema={chosen}
                path={section}
                value={valueAt(edit.settings, section)}
                state={{
                  locale,
                  problems: edit.problems,
                  defaults: data.defaults,
                  section: valueAt(edit.settings, section) as Tree,
                  outdated: data.outdated,
                  onChange: edit.change,
                }}
              />
            </div>
          )}
        </div>
        <Preview revision={data.revision} />
      </div>
      <Versions versions={data.versions} labels={labels} bringIn={edit.bringIn} restore={edit.restore} />
    </div>
  )
}

/** Stays visible: what is not saved or not published, and the buttons. */
function SaveBar({ edit, data }: { edit: ShopEdit; data: StudioShop }) {
  const t = shopTexts(pageLocale())
  const { busy, run } = useAction(t.failed)
  const unpublished = changedPaths(data.published, data.settings).length
  const { length: unsaved } = edit.unsaved
  return (
    <div className="shop-bar">
      <p role="status">
        {unsaved > 0 ? t.unsaved(unsaved) : unpublished > 0 ? t.unpublished(unpublished) : t.asPublished}
      </p>
      <QuietButton
        aria-busy={busy}
        aria-disabled={unsaved === 0}
        onClick={() => unsaved > 0 && void run(edit.save)}
      >
        {t.save}
      </QuietButton>
      <Button
        aria-busy={busy}
        aria-disabled={unsaved > 0 || unpublished === 0}
        onClick={() => unsaved === 0 && unpublished > 0 && void run(edit.publish)}
      >
        {t.publish}
      </Button>
    </div>
  )
}

interface ConflictPanelProps {
  conflict: Conflict
  labels: (paths: readonly string[]) => string
}

function ConflictPanel({ conflict: { by, changed }, labels }: ConflictPanelProps) {
  const t = shopTexts(pageLocale())
  const text = (value: unknown) =>
    (typeof value === 'object' ? JSON.stringify(value) : String(value)) || t.nothing
  return (
    <section className="panel" role="alert">
      <h2>{t.conflict(by ?? t.somebody)}</h2>
      <dl className="stack-3">
        {changed.map(({ path, theirs, mine }) => (
          <div key={path}>
            <dt>{labels([path])}</dt>
            <dd>
              {t.theirs}: {text(theirs)}
            </dd>
            {text(mine) !== text(theirs) && (
              <dd>
                {t.mine}: {text(mine)}
              </dd>
            )}
          </div>
        ))}
      </dl>
      <p>{t.conflictLead}</p>
    </section>
  )
}
