import { useEffect, useId, useRef, useState } from 'react'
import type { Business } from '#contract/studio/operation/overview.ts'
import { shortDateText } from '#domain/dates/date-text.ts'
import { formatAmount } from '#domain/membership/format-price.ts'
import { overviewTexts } from '#i18n/studio/overview/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import type { Chart, ChartData } from './draw-chart.ts'

/** Figures by day; states as lines, events as bars. */
export function Charts({ charts }: { charts: Business['charts'] }) {
  const locale = pageLocale()
  const t = overviewTexts(locale)
  const { days, income } = charts
  const count = (value: number) => value.toLocaleString(locale)
  return (
    <section aria-labelledby="charts">
      <h2 id="charts">{t.charts}</h2>
      <p className="panel-note">{t.chartsLead(charts.time_zone)}</p>
      <div className="charts">
        {(['new_members', 'downloads', 'ended', 'paying'] as const).map((name) => (
          <ChartPanel
            key={name}
            title={t.chart[name]}
            days={days}
            values={charts[name]}
            shape={name === 'paying' ? 'line' : 'bars'}
            write={count}
          />
        ))}
        {income.map(({ currency, amounts }) => (
          <ChartPanel
            key={currency}
            title={t.chart.income(currency.toUpperCase())}
            days={days}
            values={amounts}
            shape="line"
            write={(amount) => formatAmount(Math.round(amount), currency, locale)}
          />
        ))}
      </div>
    </section>
  )
}

interface ChartPanelProps extends Omit<ChartData, 'locale'> {
  title: string
}

/** A figure by day as a chart, for the eye, and as a table, for everybody. */
function ChartPanel({ title, ...figures }: ChartPanelProps) {
  const t = overviewTexts(pageLocale())
  const id = useId()
  const isEmpty = figures.values.every((value) => value === null)
  return (
    <section className="panel figure-panel chart" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {isEmpty ? (
        <p className="panel-note">{t.empty}</p>
      ) : (
        <>
          <Drawing {...figures} />
          <DayTable title={title} {...figures} />
        </>
      )}
    </section>
  )
}

/** The chart library loads when a chart is shown. */
function Drawing({ days, values, shape, write }: Omit<ChartPanelProps, 'title'>) {
  const room = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number>()
  const locale = pageLocale()
  useEffect(() => {
    let chart: Chart | undefined
    let gone = false
    nameLanguage(locale)
    import('./draw-chart.ts').then(
      ({ drawChart }) => {
        if (!gone && room.current)
          chart = drawChart(room.current, { days, values, shape, write, locale }, setPointed)
      },
      (error) => console.warn('A chart could not be drawn', error),
    )
    return () => {
      gone = true
      chart?.destroy()
    }
    // `write` is a new function in each render, but does the same.
  }, [days, values, shape, locale])
  const value = pointed === undefined ? undefined : values[pointed]
  return (
    <div className="chart-drawing" aria-hidden="true">
      <p className="chart-pointed">
        {value === undefined || value === null
          ? ' '
          : `${shortDateText(pageLocale(), days[pointed!]!, 'UTC')}: ${write(value)}`}
      </p>
      <div ref={room} className="chart-room" />
    </div>
  )
}

/** The chart library throws while loading if the browser's language is invalid, such as `en-US@posix`. */
function nameLanguage(locale: string): void {
  try {
    new Intl.NumberFormat(navigator.language)
  } catch {
    Object.defineProperty(navigator, 'language', { value: locale, configurable: true })
  }
}

function DayTable({ title, days, values, write }: ChartPanelProps) {
  const t = overviewTexts(pageLocale())
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {t.table}
        <span className="visually-hidden">: {title}</span>
      </summary>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard, too
        <section className="day-table" tabIndex={0} aria-label={`${t.table}: ${title}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t.day}</th>
                <th scope="col">{title}</th>
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map((day, at) => {
                const value = values[values.length - 1 - at] ?? null
                return (
                  <tr key={day}>
                    <th scope="row">{shortDateText(pageLocale(), day, 'UTC')}</th>
                    <td>{value === null ? '–' : write(value)}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}
