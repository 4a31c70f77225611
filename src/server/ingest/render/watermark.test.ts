import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawWatermark } from './watermark.ts'
import { wordOutline } from './word-outline.ts'

test('the mark covers every part of the film, without a system font', async () => {
  const size = { width: 640, height: 360 }
  const mark = sharp(await drawWatermark(size, 'Nagare')).ensureAlpha()
  for (const [left, top] of [
    [0, 0],
    [320, 0],
    [0, 180],
    [320, 180],
  ] as const) {
    const quarter = sharp(await mark.clone().extract({ left, top, width: 320, height: 180 }).png().toBuffer())
    const { channels } = await quarter.stats()
    expect(channels[3]?.max).toBeGreaterThan(60)
    expect(channels[3]?.mean).toBeLessThan(60)
  }
})

test('another site name is another mark, and a hostile one stays text', async () => {
  const size = { width: 320, height: 180 }
  const draw = (name: string) => drawWatermark(size, name)
  expect((await draw('Nagare')).equals(await draw('Kumo'))).toBe(false)
  await expect(draw('<script>&"')).resolves.toBeInstanceOf(Buffer)
})

test('Latin and Japanese letters are drawn, and a longer name is wider', async () => {
  for (const text of ['ABC', '流れ', 'ナガレ', 'é-1']) expect(await inkOf(text)).toBeGreaterThan(100)
  expect(await inkOf('流れ')).toBeGreaterThan((await inkOf('流')) * 1.2)
  expect(widthOf('流れ')).toBeGreaterThan(widthOf('流') * 1.9)
  expect(widthOf('ABC')).toBeGreaterThan(widthOf('AB'))
  expect(wordOutline('か\u3099')).toEqual(wordOutline('が'))
})

test('missing letters are left out, and without letters only the mark is drawn', async () => {
  const draw = (name: string) => drawWatermark({ width: 320, height: 180 }, name)
  expect(wordOutline('A🌊B')).toEqual(wordOutline('AB'))
  expect(wordOutline('🌊')).toBeUndefined()
  const marks = await Promise.all(['🌊', 'ABC', '流れ'].map(draw))
  expect(new Set(marks.map((mark) => mark.toString('base64'))).size).toBe(3)
})

const widthOf = (text: string) => wordOutline(text)?.width ?? 0

/** Pixels that a text covers, with capitals 66 pixels high. */
async function inkOf(text: string): Promise<number> {
  const { width, path } = wordOutline(text) ?? { width: 1, path: '' }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 10}" height="100" viewBox="0 -2 ${width} 10"><path d="${path}"/></svg>`
  const { channels } = await sharp(Buffer.from(svg)).ensureAlpha().stats()
  return (channels[3]?.sum ?? 0) / 255
}
