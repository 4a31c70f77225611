import { expect, test } from 'vitest'
import { scriptJson } from './script-json.ts'

test('no text ends its script element, and all of it can be read back', () => {
  const hostile = { name: '</script><!-- <script>alert(1)</script> "\\u003c\u2028' }
  const json = scriptJson(hostile)
  expect(json).not.toContain('<')
  expect(JSON.parse(json)).toEqual(hostile)
})
