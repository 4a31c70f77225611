import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawWatermark } from './watermark.ts'

test('the mark covers every part of the film, though no font is needed', async () => {
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
