import { expect, test } from 'vitest'
import { judge, judgeAnswer } from './judge.ts'

const query = (expected: string, allowed = '') => ({
  text: 'temple',
  kind: 'en-word',
  expected: expected.split(' '),
  allowed: allowed.split(' ').filter(Boolean),
})
const tenClips = 'a b c d e f g h i j'

test('a query succeeds with one wrong clip in five, not with one in four', () => {
  expect(judge(query('a b c d'), ['a', 'b', 'c', 'd', 'x']).succeeded).toBe(true)
  expect(judge(query('a b c'), ['a', 'b', 'c', 'x'])).toMatchObject({ succeeded: false, wrong: ['x'] })
})

test('a query succeeds with one missing clip in five, not with one in four', () => {
  expect(judge(query('a b c d e'), ['a', 'b', 'c', 'd']).succeeded).toBe(true)
  expect(judge(query('a b c d'), ['a', 'b', 'c'])).toMatchObject({ succeeded: false, missing: ['d'] })
})

test('an allowed clip is neither wrong nor needed, and its place does not count', () => {
  expect(judge(query('a', 'y'), ['y', 'a'])).toMatchObject({ succeeded: true, ndcg: 1, wrong: [] })
  expect(judge(query(`${tenClips} k`, 'y z'), ['y', 'z', ...'abcdefgh']).succeeded).toBe(true)
  expect(judge(query('a', 'y'), ['y']).succeeded).toBe(false)
})

test('of more than ten expected clips any ten are enough', () => {
  expect(judge(query(`${tenClips} k l`), tenClips.split(' '))).toMatchObject({ succeeded: true, missing: [] })
})

test('clips after the tenth are not seen', () => {
  expect(judge(query('k'), `${tenClips} k`.split(' ')).missing).toEqual(['k'])
})

test('nothing found is a failure with no gain', () => {
  expect(judge(query('a'), [])).toMatchObject({ succeeded: false, ndcg: 0, missing: ['a'] })
})

test('gain is less when the right clip comes later', () => {
  const [first, second] = [judge(query('a'), ['a', 'x']), judge(query('a'), ['x', 'a'])]
  expect(first.ndcg).toBe(1)
  expect(second.ndcg).toBeCloseTo(1 / Math.log2(3))
})

test('exact clips are judged apart from the close ones behind them', () => {
  const answer = (slugs: string, exact_total: number, ...close: number[]) =>
    judgeAnswer(query('a b', 'y'), {
      sources: slugs.split(' ').map((file_name) => ({ file_name })),
      exact_total,
      close: close.map((offset) => ({ offset })),
    })
  expect(answer('a b y x', 2, 2)).toMatchObject({
    succeeded: true,
    onlyClose: false,
    whole: { succeeded: false },
    behind: { shown: 2, right: 1 },
  })
  expect(answer('a b x', 0, 0, 2)).toMatchObject({ succeeded: true, onlyClose: true, behind: { shown: 0 } })
  expect(answer('a b x', 0, 0)).toMatchObject({ succeeded: false, onlyClose: true })
})
