import { expect, test } from 'vitest'
import { ownLayer } from './own-css.ts'

test.each([
  ['.banner { color: red }', '@layer own{.banner{color:red}}'],
  ['', ''],
  ['@media (width > 40rem) { .a { background: url(/media/shop/x.png) } }', undefined],
  ['@font-face { font-family: X; src: url("/media/shop/x.woff2") }', undefined],
  ['a::before { content: "https://a.example" }', '@layer own{a::before{content:"https://a.example"}}'],
  [':root { --accent: #123 }', '@layer own{:root{--accent: #123 }}'],
  // What is left open is closed, within the layer.
  ['a { color: red', '@layer own{a{color:red}}'],
  ['a { content: "x', '@layer own{a{content:"x"}}'],
  ['/* open', '@layer own{}'],
])('%s is taken', async (css, written) => {
  const layer = await ownLayer(css)
  if (written === undefined) expect(layer).toMatch(/^@layer own\{.*\}$/)
  else expect(layer).toBe(written)
})

test.each([
  '@import "https://evil.example/a.css";',
  '@IMPORT url(//evil.example);',
  '@charset "utf-8"; a{}',
  '@namespace svg url(http://www.w3.org/2000/svg);',
  'a { background: url(https://evil.example/p.png) }',
  'a { background: url("//evil.example/p.png") }',
  'a { background: URL( \n"https://evil.example" ) }',
  'a { background: \\75rl(https://evil.example) }',
  'a { background: image-set("https://evil.example/p.png" 1x) }',
  'a { background: -webkit-image-set("//evil.example/p.png" 1x) }',
  'a { --x: url(https://evil.example) }',
  'a { --x: image-set("//evil.example" 1x) }',
  '@font-face { font-family: X; src: url(https://evil.example/f.woff2) }',
  'a { background: url(javascript:alert(1)) }',
  'a { background: url(data:image/svg+xml,<svg/>) }',
  '} html { display: none }',
  '}} html { display: none } {',
  'a { color: red } } @layer reset { html { display: none } }',
  'a { --x: } } html{display:none} }',
  '<style>a{}</style>',
  '</style><script>alert(1)</script>',
  'a { color: red; } b',
  'a { nonsense }',
])('%s is refused', async (css) => {
  expect(await ownLayer(css)).toBeUndefined()
})

test('rules within rules without end are refused', async () => {
  expect(await ownLayer('a{'.repeat(9000))).toBeUndefined()
})
