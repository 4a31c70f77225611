import { expect, test } from 'vitest'
import { manifestOf } from './zip-manifest.ts'

test('the links of a set shown in Japanese are Japanese', () => {
  const clip = { id: 7, title: '雨' } as Parameters<typeof manifestOf>[0]['missing'][number]
  const media = { licence: 'A1' } as Parameters<typeof manifestOf>[0]['packed'][number]['media']
  const packed = [{ clip, file: 'rain.mp4', media }]
  const set = { name: '静かな雨', page: 'https://nagare.example/ja/curated/雨', packed, missing: [clip] }
  expect(manifestOf(set, new Date('2026-11-21T09:00:00Z'))).toMatchObject({
    terms: 'https://nagare.example/ja/terms',
    clips: [{ clip: 'https://nagare.example/ja/m/7', certificate: 'https://nagare.example/ja/licence/A1' }],
    missing: [{ clip: 'https://nagare.example/ja/m/7' }],
  })
})
