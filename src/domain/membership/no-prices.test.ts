import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Each tells an amount of money, or chooses a currency. */
const PRICES = [/(?:US\$|[¥￥€£]) ?\d|\$\d\d/, /\b(?:2900|26[_,]?400)\b/, /['"](?:usd|jpy|eur|gbp)['"]/]

/** How currencies are written, and which one the law asks for. */
const RULES = ['domain/membership/format-price.ts', 'domain/membership/price.ts']
/** What the shop says by default. */
const DEFAULTS = ['content/landing/en.yaml']

const root = new URL('../../', import.meta.url)
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

test('no price or currency stands in code: Stripe says what is charged', () => {
  const files = globSync('**/*.{ts,tsx,astro,yaml}', { cwd: root }).filter(
    (path) => !path.includes('.test.') && !path.startsWith('server/search/'),
  )
  expect(files.length).toBeGreaterThan(900)
  const found = files.filter((path) => {
    if (DEFAULTS.includes(path)) return false
    const text = withoutComments(readFileSync(new URL(path, root), 'utf8'))
    return PRICES.some((price) => price.test(text))
  })
  expect(found.toSorted()).toEqual(RULES)
})
