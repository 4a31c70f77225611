import { useState } from 'react'
import { licenceList } from '#contract/clips/download-calls.ts'
import type { Licence, LicenceList } from '#contract/clips/downloads.ts'
import { dateText } from '#domain/dates/date-text.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { QuietButton } from '../auth/buttons.tsx'
import type { Loaded } from '../loading/use-loaded.ts'
import { Panel } from './Panel.tsx'
import { Waiting } from './Waiting.tsx'

/** The latest downloads; a button shows the rest. */
const FIRST_SHOWN = 8

/** The person's downloads, newest first, each with its licence. @param first page of them */
export function DownloadsPanel({ first }: { first: Loaded<LicenceList> }) {
  const t = memberTexts(pageLocale()).downloads
  return (
    <Panel title={t.title}>
      {!first.data && <Waiting failed={first.status === 'failed'} reload={first.reload} />}
      {first.data?.total === 0 && (
        <div className="empty">
          <p>
            <strong>{t.empty}</strong>
          </p>
          <p className="panel-note">{t.emptyLead}</p>
          <a className="button button-quiet" href={localizedLink('/')}>
            {t.browse}
          </a>
        </div>
      )}
      {first.data && first.data.total > 0 && <LicencePages first={first.data} />}
    </Panel>
  )
}

function LicencePages({ first }: { first: LicenceList }) {
  const locale = pageLocale()
  const texts = memberTexts(locale)
  const t = texts.downloads
  const [pages, setPages] = useState<readonly LicenceList[]>([first])
  const [limit, setLimit] = useState(FIRST_SHOWN)
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const loaded = pages.flatMap((page) => page.licences)
  const licences = loaded.slice(0, limit)
  const next = pages.at(-1)?.next_offset ?? null
  const number = (value: number) => value.toLocaleString(locale)

  async function more() {
    if (state === 'loading') return
    if (licences.length === loaded.length && next !== null) {
      setState('loading')
      try {
        const page = await requestAs(licenceList, { offset: next })
        setPages([...pages, page])
      } catch (error) {
        console.warn('Further downloads could not be loaded', error)
        return setState('failed')
      }
    }
    setLimit(Number.POSITIVE_INFINITY)
    setState('idle')
  }

  return (
    <>
      <ul className="rows">
        {licences.map((licence) => (
          <LicenceRow key={licence.id} licence={licence} />
        ))}
      </ul>
      {(next !== null || licences.length < loaded.length) && (
        <div className="panel-actions">
          <QuietButton aria-disabled={state === 'loading'} onClick={more}>
            {state === 'failed' ? texts.retry : texts.more}
          </QuietButton>
          <span className="panel-note" role="status">
            {state === 'failed' ? texts.failed : t.shown(number(licences.length), number(first.total))}
          </span>
        </div>
      )}
    </>
  )
}

function LicenceRow({ licence }: { licence: Licence }) {
  const locale = pageLocale()
  const t = memberTexts(locale).downloads
  const title = (locale === 'ja' && licence.clip_title_ja) || licence.clip_title
  const taken = dateText(locale, licence.created)
  return (
    <li>
      {licence.thumbnail_url ? (
        <img src={licence.thumbnail_url} alt="" width="80" height="45" loading="lazy" />
      ) : (
        <span className="row-blank" />
      )}
      <div className="row-text">
        {licence.clip_available ? (
          <a href={localizedLink(`/m/${licence.clip_id}`)}>{title}</a>
        ) : (
          <strong>
            {title} <small>{t.gone}</small>
          </strong>
        )}
        <span className="panel-note">
          {taken} · {licence.file_name}
        </span>
      </div>
      {licence.clip_available && (
        <a
          href={`${localizedLink(`/m/${licence.clip_id}`)}#format=${licence.file_kind}`}
          aria-label={`${t.again}: ${title}`}
        >
          {t.again}
        </a>
      )}
      <a href={localizedLink(`/licence/${licence.id}`)} aria-label={t.licenceOf(title)}>
        {t.licence}
      </a>
    </li>
  )
}
