import { type Period as Days, PERIODS } from '#domain/studio/demand/periods.ts'
import { demandTexts } from '#i18n/studio/demand/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { RadioGroup } from '../RadioGroup.tsx'
import { oneOfThese, useAddress } from '../use-address.ts'

/** The period of the address, 30 days by default. */
export function usePeriod(): Days {
  const [params] = useAddress()
  return oneOfThese(PERIODS, params.get('days'), 30)
}

/** Chooses the period of the figures. */
export function Period() {
  const t = demandTexts(pageLocale())
  const [, change] = useAddress()
  return (
    <RadioGroup
      label={t.period}
      values={PERIODS}
      chosen={usePeriod()}
      name={t.days}
      onChoose={(days) => change({ days: String(days) })}
    />
  )
}
