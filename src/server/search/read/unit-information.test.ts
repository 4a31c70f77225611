import { expect, test } from 'vitest'
import { analyse } from '../text/japanese/analyse.ts'
import { segmentsOf } from '../text/segments.ts'
import { unitsOf } from '../text/units.ts'
import { informationOf } from './unit-information.ts'

async function informationOfText(text: string) {
  const segments = segmentsOf(text)
  const runs = segments.filter((segment) => segment.kind === 'run')
  return informationOf({ units: unitsOf(segments, await analyse(runs)) })
}

test.each([
  ...'素材 動画素材 映像素材 フリー素材 シーン カット イメージ クリップ 実写 きれい'.split(' '),
  ...[
    'bロール',
    '資料映像',
    '高解像度',
    '著作権フリー',
    'b-roll',
    'high quality',
    'royalty free',
    'no watermark',
  ],
])('%s tells nothing about a clip', async (text) => {
  expect(await informationOfText(text)).toBe('light')
})

test.each(['寿司', '資料', '著作権', 'シーツ', 'roll', 'copyright', 'high tide'])(
  '%s counts in full',
  async (text) => {
    expect(await informationOfText(text)).toBe('normal')
  },
)
