import { expect, test } from 'vitest'
import { type Choice, countChoices, FEWEST_SEARCHES } from './learn-choices.ts'

/** People who each searched and opened one clip, all fresh. */
function people(count: number, given: Partial<Choice> = {}): Choice[] {
  return Array.from({ length: count }, (_, at) => ({
    person: `user ${at}`,
    query: 'temple',
    sourceId: 1,
    worth: 1,
    ...given,
  }))
}

/** Other searches, so that there are enough in all. */
const OTHERS = Array.from({ length: FEWEST_SEARCHES }, (_, at) => ({
  person: `user ${at}`,
  query: `own ${at}`,
  sourceId: 9,
  worth: 1,
}))

test('three people’s choice is kept, two people’s is not', () => {
  const kept = countChoices([...OTHERS, ...people(3), ...people(2, { query: 'fox' })])
  expect(kept).toEqual([{ query_key: 'temple', source_id: 1, weight: 0.5, people: 3 }])
})

test('a repeat, or a bot’s thousand clicks, counts once', () => {
  const bot = Array.from({ length: 1_000 }, () => ({ ...people(1)[0]!, sourceId: 2 }))
  expect(countChoices([...OTHERS, ...people(3), ...bot])).toMatchObject([{ source_id: 1 }])
})

test('nothing is learnt from few searches', () => {
  expect(countChoices([...OTHERS.slice(4), ...people(3)])).toEqual([])
  expect(countChoices([...OTHERS.slice(3), ...people(3)])).toHaveLength(1)
})

test('a download outweighs clicks, and a person’s best action counts', () => {
  const [first, second] = countChoices([
    ...OTHERS,
    ...people(3),
    ...people(3, { worth: 5 }),
    ...people(4, { sourceId: 2 }),
  ])
  expect([first?.source_id, second?.source_id]).toEqual([1, 2])
  expect(first?.weight).toBeCloseTo(15 / (19 + 3))
  expect(second?.weight).toBeCloseTo(4 / (19 + 3))
})

test('a clip chosen by few of many is dropped as chance', () => {
  const kept = countChoices([...OTHERS, ...people(97), ...people(3, { sourceId: 2 })])
  expect(kept.map(({ source_id }) => source_id)).toEqual([1])
})

test('weights decay with their clicks', () => {
  const [fresh] = countChoices([...OTHERS, ...people(10)])
  const [old] = countChoices([...OTHERS, ...people(10, { worth: 0.1 })])
  expect(old!.weight).toBeLessThan(fresh!.weight / 2)
  expect(fresh!.weight).toBeLessThan(1)
})
