import { CHART_DAYS } from '#contract/studio/operation/overview.ts'
import { readOverview } from '#contract/studio/operation/overview-calls.ts'
import { dateTimeText } from '#domain/dates/date-text.ts'
import { overviewTexts } from '#i18n/studio/overview/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { useLoaded } from '../../loading/use-loaded.ts'
import { SetupSteps } from '../../setup/SetupSteps.tsx'
import { Pending } from '../LoadFailed.tsx'
import { RadioGroup } from '../RadioGroup.tsx'
import { studioRoom } from '../studio-room.tsx'
import { oneOfThese, useAddress } from '../use-address.ts'
import { Charts } from './Charts.tsx'
import { FailedJobs } from './FailedJobs.tsx'
import { BusinessFigures, WaitingFigures } from './Figures.tsx'

/** How the shop is doing, and what needs attention. */
export const OverviewRoom = studioRoom('edit', Room)

function Room() {
  const locale = pageLocale()
  const t = overviewTexts(locale)
  const [params, change] = useAddress()
  const days = oneOfThese(CHART_DAYS, params.get('days'), 30)
  const loaded = useLoaded(() => requestAs(readOverview, { days }), days)
  const { data, status, reload } = loaded
  if (!data || status === 'failed') return <Pending {...loaded} />
  const { business } = data
  return (
    <div className="overview" aria-busy={status === 'loading'}>
      {business && <SetupSteps />}
      <section aria-labelledby="waiting">
        <h2 id="waiting">{t.now}</h2>
        <WaitingFigures overview={data} />
      </section>
      {business && (
        <>
          <section aria-labelledby="figures">
            <div className="overview-head">
              <h2 id="figures">{t.figures}</h2>
              <RadioGroup
                label={t.days}
                values={CHART_DAYS}
                chosen={days}
                name={t.lastDays}
                onChoose={(value) => change({ days: String(value) })}
              />
            </div>
            <BusinessFigures business={business} />
            <p className="panel-note">
              {business.counted ? t.counted(dateTimeText(locale, business.counted)) : t.notCounted}
            </p>
          </section>
          <Charts charts={business.charts} />
          <FailedJobs onChanged={() => void reload()} />
        </>
      )}
    </div>
  )
}
