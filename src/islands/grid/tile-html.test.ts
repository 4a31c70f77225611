import { expect, test } from 'vitest'
import type { GridLook } from './grid-look.ts'
import { placeOf, tileHtml } from './tile-html.ts'

const look: GridLook = { locale: 'en', like: 'Like' }
const japanese: GridLook = { ...look, locale: 'ja', like: 'いいね' }
const tile = {
  id: 7,
  title: 'Rain on <eaves> & "stone"',
  width: 1920,
  height: 1080,
  duration: 8.02,
  posterBase: '/media/poster/abc',
  posterWidths: [320, 640],
  thumbnail: '/media/poster/abc/640.jpg',
  preview: '/media/preview/abc.mp4',
  previewAv1: '',
  color: '#123456',
}

test("a title's markup is shown, never run", () => {
  const html = tileHtml(tile, look)
  expect(html).toContain('Rain on &lt;eaves&gt; &amp; &quot;stone&quot;')
  expect(html).not.toContain('<eaves>')
})

test('a tile is a link to its clip that works without JavaScript', () => {
  expect(tileHtml(tile, look)).toMatch(/^<a class="tile" href="\/m\/7"/)
})

test('the first tile loads before all else, those of the first window at once, the others when near', () => {
  const tileAt = (index: number) => tileHtml(tile, look, { place: placeOf(index) })
  expect([0, 1, 4, 5].map((index) => tileAt(index).includes('fetchpriority="high"'))).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect([0, 1, 4, 5].map((index) => tileAt(index).includes('loading="lazy"'))).toEqual([
    false,
    false,
    false,
    true,
  ])
})

test('a clip without an AV1 preview has no such source', () => {
  expect(tileHtml(tile, look)).not.toContain('data-preview-av1')
})

test('a tile’s like button names its clip, and is beside the link', () => {
  expect(tileHtml(tile, japanese)).toMatch(
    /<\/a><button [^>]*data-like="7" aria-pressed="false" aria-label="いいね: Rain on &lt;eaves&gt;[^>]*><\/button>$/,
  )
})

test('a tile has its page’s language, in text and link', () => {
  const html = tileHtml(tile, japanese)
  expect(html).toContain('href="/ja/m/7"')
  expect(html).toContain('>8秒<')
  expect(tileHtml(tile, look)).toContain('>8s<')
})

test('the words of a search are marked in the title, and its markup is still only shown', () => {
  const html = tileHtml(tile, look, { marks: ['eaves', 'rain'] })
  expect(html).toContain('<mark>Rain</mark> on &lt;<mark>eaves</mark>&gt; &amp; &quot;stone&quot;')
  expect(tileHtml(tile, look)).not.toContain('<mark>')
})
