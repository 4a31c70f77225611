import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { withOwnStyles } from './rendered-page.ts'

const digest = (css: string) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`
const [own, other, script] = ['@media (width < 9rem){a{color:red}}', 'b>i{content:"→ 流れ"}', 'alert()'].map(
  digest,
)

test('a policy names the styles of its page alone, and all of its scripts', () => {
  const policy = `script-src 'self' ${script};style-src 'self' ${own} ${other};img-src 'self'`
  const page = (css: string) => Buffer.from(`<html lang="ja"><style data-x>${css}</style><p>流れ</p></html>`)
  expect(withOwnStyles(policy, page('@media (width < 9rem){a{color:red}}'))).toBe(
    `script-src 'self' ${script};style-src 'self' ${own};img-src 'self'`,
  )
  expect(withOwnStyles(policy, page('b>i{content:"→ 流れ"}'))).toContain(`style-src 'self' ${other};`)
  expect(withOwnStyles(policy, Buffer.from('no styles'))).toContain("style-src 'self';")
})
