import { useEffect, useRef, useState } from 'react'
import type { StudioClip } from '#contract/studio/clips/clip.ts'
import { paragraphs } from '#domain/clips/paragraphs.ts'
import { UNCATEGORISED } from '#domain/clips/uncategorised.ts'
import { strings } from '#i18n/strings.ts'
import { clipTexts } from '#i18n/studio/clip/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import type { EditFields } from '#stores/studio/clip-editor.ts'
import type { GridLook } from '../../grid/grid-look.ts'
import { playPreviewsWithin } from '../../grid/hover-preview.ts'
import { tileOf } from '../../grid/tile.ts'
import { tileHtml } from '../../grid/tile-html.ts'

interface VisitorsViewProps {
  clip: StudioClip
  fields: EditFields
  look: GridLook
}

/** The clip's tile, which plays under the pointer, and its page's texts, as visitors of each language will see them. */
export function VisitorsView({ clip, fields, look }: VisitorsViewProps) {
  const t = clipTexts(pageLocale())
  const [locale, setLocale] = useState(look.locale)
  const texts = textsFor(fields, locale)
  const page = strings(locale).clip
  const category = clip.categories.find(({ key }) => key === fields.category && key !== UNCATEGORISED)
  const made = [fields.modifier_model, fields.modifier_company && `(${fields.modifier_company})`]
  const facts: [string, string][] = [
    [page.category, (locale === 'ja' && category?.label_ja) || category?.label || ''],
    [page.license, fields.license],
    [page.made, made.filter(Boolean).join(' ')],
    [page.ai, fields.ai === null ? '' : fields.ai ? page.aiYes : page.aiNo],
  ]
  return (
    <section className="panel clip-visitors" aria-label={t.visitors.title}>
      <div className="clip-label">
        <h2>{t.visitors.title}</h2>
        <fieldset className="row clip-choices" aria-label={t.visitors.language}>
          {(['en', 'ja'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={one === locale} onClick={() => setLocale(one)}>
              {one === 'en' ? t.english : t.japanese}
            </button>
          ))}
        </fieldset>
      </div>
      <TileView clip={clip} title={texts.title} look={{ ...look, locale }} />
      <div className="clip-shown" lang={locale}>
        <p className="clip-shown-title">{texts.title || t.visitors.untitled}</p>
        {fields.user_name && (
          <p className="panel-note">
            {page.attribution} <strong>{fields.user_name}</strong>
          </p>
        )}
        {fields.license_type === 'editorial' && <p className="clip-editorial">{page.editorialOnly}</p>}
        {paragraphs(texts.description).map((text) => (
          <p key={text}>{text}</p>
        ))}
        <dl>
          {facts.map(
            ([name, value]) =>
              value && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        <ul className="pills">
          {texts.keywords.map((word) => (
            <li key={word} className="pill">
              {word}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** As the page chooses them: the other language's text replaces a missing one. */
function textsFor(fields: EditFields, locale: 'en' | 'ja') {
  const { title, title_ja, description, description_ja, keywords, keywords_ja } = fields
  if (locale === 'en')
    return { title: title || title_ja, description: description || description_ja, keywords }
  return {
    title: title_ja || title,
    description: description_ja || description,
    keywords: keywords_ja.length > 0 ? keywords_ja : keywords,
  }
}

function TileView({ clip, title, look }: { clip: StudioClip; title: string; look: GridLook }) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => (root.current ? playPreviewsWithin(root.current) : undefined), [])
  const tile = tileOf({ id: clip.id, title, title_ja: title, media: clip.media }, look.locale)
  const whole = tileHtml({ ...tile, title }, look)
  const { width, height, dominant_color } = clip.media
  return (
    <div
      ref={root}
      className="clip-tile"
      style={{ aspectRatio: `${width}/${height}`, ['--tile' as string]: dominant_color }}
      // Safe: tileHtml escapes every value. Only the link: editors like nothing here.
      dangerouslySetInnerHTML={{ __html: whole.slice(0, whole.indexOf('</a>') + 4) }}
    />
  )
}
