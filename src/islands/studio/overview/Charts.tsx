import type { Business } from '#contract/studio/overview.ts'
import { formatAmount } from '#domain/membership/format-price.ts'
import { overviewTexts } from '#i18n/studio/overview-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { ChartPanel } from './ChartPanel.tsx'

/** Figures by day; states as lines, events as bars. */
export function Charts({ charts }: { charts: Business['charts'] }) {
  const locale = pageLocale()
  const t = overviewTexts(locale)
  const { days, income } = charts
  const count = (value: number) => value.toLocaleString(locale)
  return (
    <section aria-labelledby="charts">
      <h2 id="charts">{t.charts}</h2>
      <p className="panel-note">{t.chartsLead}</p>
      <div className="charts">
        {(['new_members', 'downloads', 'ended'] as const).map((name) => (
          <ChartPanel
            key={name}
            title={t.chart[name]}
            days={days}
            values={charts[name]}
            shape="bars"
            write={count}
          />
        ))}
        <ChartPanel title={t.chart.paying} days={days} values={charts.paying} shape="line" write={count} />
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
