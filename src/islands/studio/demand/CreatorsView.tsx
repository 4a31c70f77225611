import type { CreatorLine } from '#contract/studio/search/demand.ts'
import { creatorsFile, listCreators } from '#contract/studio/search/demand-calls.ts'
import { monthText } from '#domain/dates/date-text.ts'
import { demandTexts } from '#i18n/studio/demand/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { useLoaded } from '../../loading/use-loaded.ts'
import { ExportButton } from '../ExportButton.tsx'
import { FigureTable, NumberCell } from '../FigureTable.tsx'
import { Pending } from '../LoadFailed.tsx'
import { Empty } from '../PagedTable.tsx'
import { useAddress } from '../use-address.ts'

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

/** Downloads by creator and month. */
export function CreatorsView() {
  const t = demandTexts(pageLocale())
  const [params, change] = useAddress()
  const [from, to] = ['from', 'to'].map((name) => monthOf(params.get(name)))
  const loaded = useLoaded(() => requestAs(listCreators, { from, to }), `${from} ${to}`)
  const { data } = loaded
  return (
    <>
      <div className="figure-tools">
        <Month label={t.creators.from} value={from} onChange={(month) => change({ from: month })} />
        <Month label={t.creators.to} value={to} onChange={(month) => change({ to: month })} />
        <ExportButton
          endpoint={creatorsFile}
          params={{ from, to }}
          name="downloads_by_creator"
          label={t.csv}
        />
      </div>
      <p className="panel-note">{t.creators.lead}</p>
      <Pending {...loaded} />
      {data?.creators.length === 0 && <Empty title={t.creators.none} lead={t.creators.noneLead} />}
      {data && data.creators.length > 0 && <CreatorTable lines={data.creators} />}
      {data?.more && <p className="panel-note">{t.creators.more}</p>}
    </>
  )
}

function monthOf(text: string | null): string | undefined {
  return text && MONTH.test(text) ? text : undefined
}

function Month(props: {
  label: string
  value: string | undefined
  onChange: (month: string | undefined) => void
}) {
  const { label, value, onChange } = props
  return (
    <label className="studio-field">
      {label}
      {/* Browsers without a month picker accept text. */}
      <input
        type="month"
        placeholder="2026-01"
        defaultValue={value}
        onChange={({ target }) => {
          if (target.value === '' || MONTH.test(target.value)) onChange(target.value || undefined)
        }}
      />
    </label>
  )
}

function CreatorTable({ lines }: { lines: readonly CreatorLine[] }) {
  const locale = pageLocale()
  const t = demandTexts(locale).creators
  const sums = new Map<string, number>()
  for (const { month, downloads } of lines) sums.set(month, (sums.get(month) ?? 0) + downloads)
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <FigureTable
      label={demandTexts(locale).view.creators}
      head={[t.name, t.month, ...[t.downloads, t.share, t.clips].map((number) => ({ number }))]}
    >
      {lines.map((line) => (
        <tr key={`${line.month} ${line.user_name}`}>
          <th scope="row">{line.user_name || t.unknown}</th>
          <td data-label={t.month}>{monthText(locale, new Date(`${line.month}-01T00:00:00Z`))}</td>
          <NumberCell name={t.downloads}>{line.downloads.toLocaleString(locale)}</NumberCell>
          <NumberCell name={t.share}>{share.format(line.downloads / sums.get(line.month)!)}</NumberCell>
          <NumberCell name={t.clips}>{line.clips.toLocaleString(locale)}</NumberCell>
        </tr>
      ))}
    </FigureTable>
  )
}
