import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Each tells an amount of money, or chooses a currency. */
const PRICES = [/(?:US\$|[¥￥€£]) ?\d|\$\d\d/, /\b(?:2900|26[_,]?400)\b/, /['"](?:usd|jpy|eur|gbp)['"]/]
/** Number of testers: in words, or given to a name. */
const SPOTS = [
  /\b20 (?:\w+ )?(?:spots|testers|editors|creators|people)\b|20(?:名|人|枠)/,
  /spots\w*[^\n]{0,20}[:=] ?20\b/i,
]
/** The product's own name as people read it; in small letters it is a command, a metric or a file. */
const BRAND = [/Nagare/, /(?<!の)流れ(?=です|へ|の|[」』"'<]|$)/m]

/** How currencies are written, and which one the law asks for. */
const RULES = ['domain/membership/format-price.ts', 'domain/membership/price.ts']
/** What the shop says by default. */
const DEFAULT = 'contract/shop/default-shop.ts'
const WORDS = ['content/landing/en.yaml', 'content/landing/ja.yaml']
/** Examples of the API's document, the words of search, and migrations, which never change. */
const LEFT_OUT = /^(?:contract\/.*-calls\.ts$|server\/search\/|server\/db\/migrations\/)/

const root = new URL('../../', import.meta.url)
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

const files = globSync('**/*.{ts,tsx,astro,yaml,css}', { cwd: root }).filter(
  (path) => !path.includes('.test.') && !LEFT_OUT.test(path),
)
function filesWith(signs: readonly RegExp[], except: readonly string[]): string[] {
  const found = files.filter((path) => {
    const text = withoutComments(readFileSync(new URL(path, root), 'utf8'))
    return signs.some((sign) => sign.test(text))
  })
  return found.filter((path) => !except.includes(path)).toSorted()
}

test('no price or currency stands in code: Stripe says what is charged', () => {
  expect(files.length).toBeGreaterThan(900)
  expect(filesWith(PRICES, WORDS)).toEqual(RULES)
})

test('no number of testers’ spots stands in code but the default of the shop', () => {
  expect(filesWith(SPOTS, [])).toEqual([...WORDS, 'domain/membership/tester-spots.ts'])
})

test('no brand name stands in code but the default of the shop', () => {
  expect(filesWith(BRAND, [])).toEqual([DEFAULT])
})

test.each([
  [PRICES, ['<p>US$29</p>', '¥3,980', "currency: 'jpy'", 'amount: 2900', '月額￥29']],
  [SPOTS, ['20 spots in all', 'for 20 lucky editors', '先着20名', 'const TESTER_SPOTS = 20', 'spots: 20,']],
  [BRAND, ['Welcome to Nagare!', '<title>流れ</title>', '「流れ」']],
])('the signs find what they look for', (signs, texts) => {
  for (const text of texts) expect([text, signs.some((sign) => sign.test(text))]).toEqual([text, true])
})
