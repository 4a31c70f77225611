import { MOST_LINES } from '#contract/studio/demand.ts'
import { listSearches } from '#contract/studio/demand-calls.ts'
import { searchPath } from '#domain/address/search-path.ts'
import { needOf } from '#domain/studio/demand-scale.ts'
import { demandTexts } from '#i18n/studio/demand-texts.ts'
import { studioTexts } from '#i18n/studio/shell-texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { useLoaded } from '../../loading/use-loaded.ts'
import { FigureTable } from '../FigureTable.tsx'
import { LoadFailed } from '../LoadFailed.tsx'
import { Empty } from '../PagedTable.tsx'
import { type CountedLine, DemandChart } from './DemandChart.tsx'
import { Period, usePeriod } from './Period.tsx'
import { stockText } from './stock-text.ts'

/** Searches by visitors and by matching clips, so that gaps stand out. */
export function StockView() {
  const locale = pageLocale()
  const t = demandTexts(locale)
  const days = usePeriod()
  const query = { list: 'most', days, limit: MOST_LINES } as const
  const { data, status, reload } = useLoaded(() => requestAs(listSearches, query), days)
  const counted = data?.searches.filter((line): line is CountedLine => line.stock !== null) ?? []
  return (
    <>
      <div className="figure-tools">
        <Period />
      </div>
      {status === 'failed' && <LoadFailed retry={() => void reload()} />}
      {!data && status === 'loading' && <p className="panel-note">{studioTexts(locale).loading}</p>}
      {data && counted.length === 0 && <Empty title={t.scatter.none} lead={t.scatter.noneLead} />}
      {counted.length > 0 && (
        <>
          <p className="panel-note">{t.scatter.lead}</p>
          <DemandChart lines={counted} />
          <h3>{t.scatter.table}</h3>
          <p className="panel-note">{t.scatter.tableLead}</p>
          <StockTable lines={counted} />
        </>
      )}
    </>
  )
}

function StockTable({ lines }: { lines: readonly CountedLine[] }) {
  const locale = pageLocale()
  const t = demandTexts(locale)
  const wanted = lines.toSorted((one, other) => needOf(other) - needOf(one))
  return (
    <FigureTable label={t.scatter.table} head={[t.text]} numbers={[t.visitors, t.stock]}>
      {wanted.map((line) => (
        <tr key={line.text}>
          <th scope="row">
            <a href={localizedLink(searchPath(line.text))}>{line.text}</a>
          </th>
          <td className="number" data-label={t.visitors}>
            {line.visitors.toLocaleString(locale)}
          </td>
          <td className="number" data-label={t.stock}>
            {stockText(line, locale)}
          </td>
        </tr>
      ))}
    </FigureTable>
  )
}
