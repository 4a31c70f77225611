import type { HealthState } from '#contract/studio/operation/health.ts'
import { checkHealth } from '#contract/studio/operation/health-calls.ts'
import { dateTimeText } from '#domain/dates/date-text.ts'
import { healthCounts, healthText, healthTexts } from '#i18n/studio/health/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { QuietButton } from '../../auth/buttons.tsx'
import { useLoaded } from '../../loading/use-loaded.ts'
import { FigureTable } from '../FigureTable.tsx'
import { LoadFailed } from '../LoadFailed.tsx'
import { studioRoom } from '../studio-room.tsx'

/** The server's own limit is shorter. */
const TIMEOUT_MS = 35_000
const WORST_FIRST: readonly HealthState[] = ['failed', 'warning', 'ok', 'skipped']

/** Whether everything works that the shop needs. */
export const HealthRoom = studioRoom('admin', Room)

function Room() {
  const locale = pageLocale()
  const t = healthTexts(locale)
  const ask = (signal: AbortSignal) => requestAs(checkHealth, undefined, { signal, timeoutMs: TIMEOUT_MS })
  const { data, status, reload } = useLoaded(ask)
  if (status === 'failed') return <LoadFailed retry={() => void reload()} />
  const isChecking = status === 'loading'
  const summary =
    data &&
    `${healthCounts(locale, data.checks)} ${t.checked.replace('{time}', dateTimeText(locale, data.at))}`
  return (
    <div className="stack-4" aria-busy={isChecking}>
      <div className="panel-actions">
        <p role="status">{isChecking ? t.checking : summary}</p>
        {/* Not disabled while it checks, since focus would be lost. */}
        <QuietButton onClick={() => isChecking || void reload()}>{t.again}</QuietButton>
      </div>
      {data && (
        <FigureTable label={t.columns.finding} head={[t.columns.check, t.columns.state, t.columns.finding]}>
          {data.checks
            .toSorted((one, other) => WORST_FIRST.indexOf(one.state) - WORST_FIRST.indexOf(other.state))
            .map((line) => (
              <tr key={line.name} className="health-line" data-state={line.state}>
                <th scope="row">{t.checks[line.name].name}</th>
                <td className="health-state">{t.states[line.state]}</td>
                <td>{healthText(locale, line)}</td>
              </tr>
            ))}
        </FigureTable>
      )}
    </div>
  )
}
