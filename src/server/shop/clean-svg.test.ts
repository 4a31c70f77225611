import { expect, test } from 'vitest'
import { cleanSvg } from './clean-svg.ts'

const svg = (inner: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 32 16" ${more}>${inner}</svg>`

test('a drawing stays a drawing, with its size', async () => {
  const drawn = svg(
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#123"/></linearGradient></defs><path fill="url(#g)" d="M0 0h4v4z"/><text x="1" y="9">流れ</text><use xlink:href="#g"/>',
  )
  const clean = await cleanSvg(
    `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><!-- made by --> ${drawn}`,
  )
  expect(clean).toMatchObject({ width: 32, height: 16 })
  for (const part of [
    '<linearGradient',
    'fill="url(#g)"',
    'd="M0 0h4v4z"',
    '流れ',
    'xlink:href="#g"',
    'viewBox="0 0 32 16"',
  ])
    expect(clean?.svg).toContain(part)
  expect(clean?.svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="32" height="16"/)
})

test('a drawing without a view box gets one, and its own size once', async () => {
  const clean = await cleanSvg('<svg width="20px" height="10"><path d="M0 0h4"/></svg>')
  expect(clean?.svg).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" viewBox="0 0 20 10"><path d="M0 0h4"/></svg>',
  )
})

test('styles of classes are kept', async () => {
  const clean = await cleanSvg(
    svg('<style>.a{fill:#f00}.b{fill:#00f}</style><path class="a" d="M0 0h4"/><path class="b" d="M0 4h4"/>'),
  )
  expect(clean?.svg).toMatch(/#f00|red/)
  expect(clean?.svg).toMatch(/#00f|blue/)
})

const HOSTILE = [
  '<script>alert(1)</script>',
  '<script xlink:href="https://evil.example/a.js"/>',
  '<SCRIPT>alert(1)</SCRIPT>',
  '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
  '<path d="M0 0" onload="alert(1)" onclick=\'alert(1)\'/>',
  '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
  '<a xlink:href=" java&#10;script:alert(1)"><text>x</text></a>',
  '<image href="https://evil.example/p.png"/>',
  '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>',
  '<use href="https://evil.example/a.svg#x"/>',
  '<use xlink:href="data:image/svg+xml,evil"/>',
  '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/></foreignObject>',
  '<style>@import url(https://evil.example/a.css);</style>',
  '<style>path{fill:url(https://evil.example/a.svg#x)}</style>',
  '<style>path{fill:u\\72l(https://evil.example)}</style>',
  '<style><![CDATA[path{background:url("https://evil.example")}]]></style>',
  '<path d="M0 0" style="fill:url(https://evil.example)"/>',
  '<path d="M0 0" fill="url( \'https://evil.example\')"/>',
  '<set attributeName="href" to="javascript:alert(1)"/>',
  '<animate attributeName="href" values="javascript:alert(1)"/>',
  '<handler xmlns="http://www.w3.org/2001/xml-events">alert(1)</handler>',
  '<filter id="f"><feImage href="https://evil.example/p.png"/></filter>',
  '<text>&lt;script&gt;</text><?xml-stylesheet href="https://evil.example/a.css"?>',
]

test.each(HOSTILE)('nothing of %s is left', async (inner) => {
  const clean = await cleanSvg(svg(`<path d="M1 1h1"/>${inner}`))
  expect(clean?.svg).toMatch(/d="M1 1h1/)
  expect(clean?.svg).not.toMatch(
    /evil|alert|<\w*:?script|javascript|<(?:image|iframe|foreignObject|set|animate|handler|a|filter)\b|\son\w+=|@import|<\?/i,
  )
})

test.each([
  ['entities', `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${svg('<text>&b;</text>')}`],
  [
    'a file of the machine',
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`,
  ],
  ['no SVG', '<html><body>x</body></html>'],
  ['half an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><path'],
  ['no size', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'],
  ['an endless size', svg('', 'width="99999999"')],
  ['text', 'hello'],
])('%s is refused', async (_, text) => {
  expect(await cleanSvg(text)).toBeUndefined()
})
