import { expect, test } from 'vitest'
import { tileHtml } from './tile-html.ts'

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
  expect(tileHtml(tile)).toContain('Rain on &lt;eaves&gt; &amp; &quot;stone&quot;')
})

test('a tile is a link to its clip that works without JavaScript', () => {
  expect(tileHtml(tile)).toMatch(/^<a class="tile" href="\/m\/7"/)
})

test('tiles of the first window are fetched at once and the others when near', () => {
  expect(tileHtml(tile, { eager: true })).not.toContain('loading="lazy"')
  expect(tileHtml(tile)).toContain('loading="lazy"')
})

test('a clip without an AV1 preview offers none', () => {
  expect(tileHtml(tile)).not.toContain('data-preview-av1')
})
