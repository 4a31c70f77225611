import { expect, test } from 'vitest'
import { FILTERS } from './filters.ts'

test('the bands of a range cover every number once', () => {
  for (const filter of Object.values(FILTERS)) {
    if (filter.kind !== 'range') continue
    expect(filter.bands[0].from).toBe(0)
    expect(filter.bands.at(-1)?.to).toBe(filter.most)
    for (const [at, band] of filter.bands.entries())
      if (at > 0) expect(band.from).toBe(filter.bands[at - 1]!.to + 1)
  }
})
