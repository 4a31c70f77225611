import { expect, test } from 'vitest'
import { clipDocument } from './clip-document.ts'
import type { SearchedClip } from './searched-clips.ts'

const HERON = {
  id: 1,
  title: 'Grey heron',
  title_ja: '青鷺',
  description: 'It waits.',
  description_ja: '待っている。',
  keywords: '["heron", "say \\"hi\\""]',
  keywords_ja: '[]',
  category: 'nature',
  license_type: 'commercial',
  width: 1920,
  height: 1080,
  duration: 8,
  user_name: 'maker',
  words: null,
  dominant_color: '#102030',
} as SearchedClip

test.each(['sqlite', 'postgres'] as const)(
  'a clip that cannot be read leaves nothing in the next (%s)',
  (engine) => {
    const expected = clipDocument(HERON, engine)
    expect(expected.keywords.map(({ keyword }) => keyword)).toEqual(['heron', 'say "hi"'])
    expect(() => clipDocument({ ...HERON, title: 'Egret', keywords_ja: '["\\' }, engine)).toThrow()
    const { tokens, words } = clipDocument(HERON, engine)
    expect({ tokens, words }).toEqual({ tokens: expected.tokens, words: expected.words })
  },
)
