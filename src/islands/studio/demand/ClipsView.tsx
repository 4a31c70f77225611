import { CLIP_SORTS, type ClipLine, type ClipSort } from '#contract/studio/search/demand.ts'
import { clipFiguresFile, listClipFigures } from '#contract/studio/search/demand-calls.ts'
import { demandTexts } from '#i18n/studio/demand/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { usePages } from '../../loading/use-pages.ts'
import { ExportButton } from '../ExportButton.tsx'
import { NumberCell } from '../FigureTable.tsx'
import { PagedTable } from '../PagedTable.tsx'
import { oneOfThese, useAddress } from '../use-address.ts'
import { Period, usePeriod } from './Period.tsx'

/** From views to downloads, for each clip. */
export function ClipsView() {
  const t = demandTexts(pageLocale())
  const [params, change] = useAddress()
  const sort = oneOfThese<ClipSort>(CLIP_SORTS, params.get('sort'), 'downloads')
  const days = usePeriod()
  const pages = usePages(async (after) => {
    const { clips, next } = await requestAs(listClipFigures, { sort, days, after })
    return { lines: clips, next }
  }, `${sort} ${days}`)
  return (
    <>
      <div className="figure-tools">
        <Period />
        <ExportButton endpoint={clipFiguresFile} params={{ sort, days }} name="clips" label={t.csv} />
      </div>
      <p className="panel-note">{t.clips.lead}</p>
      <p className="visually-hidden" role="status">
        {t.clips.sorted(t.clips.sort[sort])}
      </p>
      <PagedTable
        pages={pages}
        label={t.view.clips}
        empty={{ title: t.clips.none, lead: t.clips.noneLead }}
        head={
          <>
            <th scope="col">{t.clips.clip}</th>
            {CLIP_SORTS.map((each) => (
              <th
                scope="col"
                className="number"
                key={each}
                aria-sort={each === sort ? 'descending' : undefined}
              >
                <button type="button" className="sort-button" onClick={() => change({ sort: each })}>
                  {t.clips.sort[each]}
                </button>
              </th>
            ))}
            <th scope="col" className="number">
              {t.clips.rate}
            </th>
          </>
        }
        row={(clip) => <Row key={clip.id} clip={clip} />}
      />
    </>
  )
}

function Row({ clip }: { clip: ClipLine }) {
  const locale = pageLocale()
  const t = demandTexts(locale)
  return (
    <tr>
      <th scope="row">
        <ClipName clip={clip} />
      </th>
      {CLIP_SORTS.map((each) => (
        <NumberCell name={t.clips.sort[each]} key={each}>
          {clip[each].toLocaleString(locale)}
        </NumberCell>
      ))}
      <NumberCell name={t.clips.rate}>
        {clip.views > 0
          ? ((100 * clip.downloads) / clip.views).toLocaleString(locale, { maximumFractionDigits: 1 })
          : '–'}
      </NumberCell>
    </tr>
  )
}

/** A clip with its picture, linked to its page in the studio. */
export function ClipName({
  clip,
}: {
  clip: Pick<ClipLine, 'id' | 'title' | 'title_ja' | 'thumbnail_url' | 'published'>
}) {
  const locale = pageLocale()
  const title = (locale === 'ja' && clip.title_ja) || clip.title || `${clip.id}`
  return (
    <span className="clip-name">
      <img src={clip.thumbnail_url} alt="" loading="lazy" width="64" height="36" />
      <span>
        <a href={localizedLink(`/studio/clip/${clip.id}`)}>{title}</a>
        {!clip.published && <small> {demandTexts(locale).clips.hidden}</small>}
      </span>
    </span>
  )
}
