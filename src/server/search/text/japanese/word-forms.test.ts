import { expect, test } from 'vitest'
import { nounForms } from './word-forms.ts'

test.each(
  (
    '踊る=踊り,踊 祭る=祭り,祭 流れる=流れ 泳ぐ=泳ぎ 釣る=釣り,釣 舞う=舞い,舞 歌う=歌い,歌 光る=光り,光 祝う=祝い,祝 曇る=曇り,曇 晴れる=晴れ,晴 ' +
    '走る=走り 歩く=歩き 飛ぶ=飛び 打ち上げる=打ち上げ 落ちる=落ち 揺れる=揺れ 輝く=輝き 眺める=眺め 混じる=混じり,混じ 散歩する=散歩 旅する=旅 ' +
    'おどる=おどり ながれる=ながれ あそぶ=あそび はしる=はしり 霞む=霞み,霞'
  )
    .split(' ')
    .map((pair) => pair.split('=')),
)('the verb %s gives %s', (verb, nouns) => {
  expect(nounForms(verb!, 'verb')).toEqual(expect.arrayContaining(nouns!.split(',')))
})

test.each(
  (
    '踊り=踊る,踊 踊=踊り,踊る 祭り=祭,祭る 祭=祭り,祭る 釣り=釣る,釣 釣=釣り 流れ=流れる 泳ぎ=泳ぐ 落ち=落ちる 打ち上げ=打ち上げる 夕焼け=夕焼ける 晴れ=晴,晴れる ' +
    '晴=晴れ 曇=曇り 眺め=眺める 輝き=輝く 祝い=祝,祝う 寒さ=寒い 美しさ=美しい 赤=赤い 黄色=黄色い 飛び=飛ぶ 光=光り,光る 生き=生きる'
  )
    .split(' ')
    .map((pair) => pair.split('=')),
)('the noun %s gives %s', (noun, forms) => {
  expect(nounForms(noun!, 'noun')).toEqual(expect.arrayContaining(forms!.split(',')))
})

test('adjectives give their nouns', () => {
  expect(nounForms('寒い', 'adjective')).toEqual(['寒さ'])
  expect(nounForms('赤い', 'adjective')).toEqual(['赤', '赤さ'])
})

test.each([
  ['空く', 'verb', '空'],
  ['畳む', 'verb', '畳'],
  ['宿る', 'verb', '宿'],
  ['帯びる', 'verb', '帯'],
  ['かく', 'verb', 'かき'],
  ['とる', 'verb', 'とり'],
  ['たべる', 'verb', 'たべ'],
  ['流れる', 'verb', '流'],
  ['高い', 'adjective', '高'],
  ['うみ', 'noun', 'うむ'],
  ['いし', 'noun', 'いす'],
  ['花', 'noun', '花る'],
  ['空', 'noun', '空く'],
  ['踊る', 'verb', '踊る'],
])('%s (%s) does not give %s', (base, partOfSpeech, other) => {
  expect(nounForms(base, partOfSpeech)).not.toContain(other)
})

test('other words have no nouns', () => {
  for (const word of ['東京', '花火', '桜', 'ラーメン', 'temple', '', 'の'])
    expect(nounForms(word, 'noun'), word).toEqual([])
  expect(nounForms('踊り', 'function')).toEqual([])
  expect(nounForms('', 'verb')).toEqual([])
  expect(nounForms('する', 'verb')).toEqual([])
})
