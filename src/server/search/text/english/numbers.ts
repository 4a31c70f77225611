const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'
const LARGE: [string, string][] = [
  ['hundred', '100'],
  ['thousand', '1000'],
  ['million', '1000000'],
  ['billion', '1000000000'],
]
/** Second is more often a unit of time than an ordinal, so the figure joins the word. */
const ORDINALS =
  'first=1st 2nd=second third=3rd fourth=4th fifth=5th sixth=6th seventh=7th eighth=8th ninth=9th tenth=10th ' +
  'eleventh=11th twelfth=12th thirteenth=13th twentieth=20th hundredth=100th'

const NUMBERS = new Map<string, string>([
  ...SMALL.split(' ').map((word, value): [string, string] => [word, String(value)]),
  ...TENS.split(' ').flatMap((word, at): [string, string][] => {
    const value = (at + 2) * 10
    return [
      [word, String(value)],
      [`${word.slice(0, -1)}ies`, `${value}s`],
    ]
  }),
  ...LARGE.flatMap(([word, value]): [string, string][] => [
    [word, value],
    [`${word}s`, value],
  ]),
  ...ORDINALS.split(' ').map((pair) => pair.split('=') as [string, string]),
])

/** The figures of a number in words (five is 5, first is 1st, eighties 80s), and one writing of hours: 24hrs is 24h. */
export function numberWord(surface: string): string | undefined {
  const known = NUMBERS.get(surface)
  if (known !== undefined) return known
  return /^\d+h(?:rs?|ours?)$/.test(surface) ? `${Number.parseInt(surface, 10)}h` : undefined
}
