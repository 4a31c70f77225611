import type { CSSProperties } from 'react'
import { MOST_LINES, type SearchLine } from '#contract/studio/search/demand.ts'
import { listSearches } from '#contract/studio/search/demand-calls.ts'
import { searchPath } from '#domain/address/search-path.ts'
import { namedPoints, needOf, scaleFrom, scaleFromZero } from '#domain/studio/demand/demand-scale.ts'
import { demandTexts } from '#i18n/studio/demand/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { useLoaded } from '../../loading/use-loaded.ts'
import { FigureTable, NumberCell } from '../FigureTable.tsx'
import { Pending } from '../LoadFailed.tsx'
import { Empty } from '../PagedTable.tsx'
import { Period, usePeriod } from './Period.tsx'
import { stockText } from './stock-text.ts'

/** Searches by visitors and by matching clips, so that gaps stand out. */
export function StockView() {
  const t = demandTexts(pageLocale())
  const days = usePeriod()
  const query = { list: 'most', days, limit: MOST_LINES } as const
  const loaded = useLoaded(() => requestAs(listSearches, query), days)
  const { data } = loaded
  const counted = data?.searches.filter((line): line is CountedLine => line.stock !== null) ?? []
  return (
    <>
      <div className="figure-tools">
        <Period />
      </div>
      <Pending {...loaded} />
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
    <FigureTable label={t.scatter.table} head={[t.text, { number: t.visitors }, { number: t.stock }]}>
      {wanted.map((line) => (
        <tr key={line.text}>
          <th scope="row">
            <a href={localizedLink(searchPath(line.text))}>{line.text}</a>
          </th>
          <NumberCell name={t.visitors}>{line.visitors.toLocaleString(locale)}</NumberCell>
          <NumberCell name={t.stock}>{stockText(line, locale)}</NumberCell>
        </tr>
      ))}
    </FigureTable>
  )
}

type CountedLine = SearchLine & { stock: number }

const MOST_NAMED = 12
/** A search with fewer clips is worth filming for. */
const FEW = 5

/**
 * Visitors upwards, matching clips to the right, both in powers of ten. The table below has the same for keyboards and
 * screen readers.
 */
function DemandChart({ lines }: { lines: readonly CountedLine[] }) {
  const locale = pageLocale()
  const t = demandTexts(locale)
  const visitors = lines.map((line) => line.visitors)
  const up = scaleFrom(Math.min(...visitors), Math.max(...visitors))
  const across = scaleFromZero(Math.max(...lines.map(({ stock }) => stock)))
  const points = lines.map((line) => ({
    line,
    x: across.place(line.stock),
    y: up.place(line.visitors),
    need: needOf(line),
  }))
  const named = namedPoints(points, MOST_NAMED)
  const number = (value: number) => value.toLocaleString(locale)
  return (
    <div className="demand-chart" aria-hidden="true">
      <p className="demand-chart-up">{t.scatter.up}</p>
      <div className="demand-chart-room">
        {up.ticks.map((tick) => (
          <span className="tick-up" style={at(0, up.place(tick))} key={tick}>
            {number(tick)}
          </span>
        ))}
        {across.ticks.map((tick) => (
          <span className="tick-across" style={at(across.place(tick), 0)} key={tick}>
            {number(tick)}
          </span>
        ))}
        {points.map(({ line, x, y }, index) => (
          <a
            key={line.text}
            href={localizedLink(searchPath(line.text))}
            tabIndex={-1}
            className={line.stock < FEW ? 'is-wanted' : undefined}
            data-named={named.has(index)}
            data-side={x > 0.7 ? 'start' : 'end'}
            style={at(x, y)}
            title={t.scatter.point(line.text, number(line.visitors), stockText(line, locale))}
          >
            <span>{line.text}</span>
          </a>
        ))}
      </div>
      <p className="demand-chart-across">{t.scatter.across}</p>
    </div>
  )
}

/** Set by script, so the content security policy allows it. */
function at(x: number, y: number): CSSProperties {
  return { '--x': x.toFixed(4), '--y': y.toFixed(4) } as CSSProperties
}
