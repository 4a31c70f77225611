import { expect, test } from 'vitest'
import { withoutHonorific } from './honorific.ts'

test.each(
  (
    'お寺=寺 お寿司=寿司 お茶=茶 お酒=酒 お皿=皿 お店=店 お城=城 お墓=墓 お花見=花見 お祭り=祭り お正月=正月 お弁当=弁当 お土産=土産 お菓子=菓子 お神輿=神輿 ' +
    'お月様=月 お月さま=月 お星様=星 お地蔵さん=地蔵 お姫様=姫 お雛様=雛 お稲荷さん=稲荷 お客様=客 お医者さん=医者 御神輿=神輿 御神木=神木 御菓子=菓子 御寺=寺 ' +
    'ご来光=来光 ご神木=神木 ご家族=家族 ご案内=案内 おトイレ=トイレ おてら=てら おべんとう=べんとう おみやげ=みやげ おまつり=まつり おはなみ=はなみ おしょうがつ=しょうがつ'
  )
    .split(' ')
    .map((pair) => pair.split('=')),
)('%s is %s', (polite, noun) => {
  expect(withoutHonorific(polite!)).toBe(noun)
})

test.each(
  (
    'ご飯 お腹 お金 御所 御朱印 ご朱印 お台場 御茶ノ水 お茶の水 御殿場 御堂筋 御徒町 御嶽 御岳 お守り お札 お化け お手洗い お好み焼き お母さん お父さん お坊さん お日様 ' +
    'おかず おもちゃ おばあさん おじいさん おとな おとこ おんな おきなわ おかやま おだわら おおさか おにぎり おでん おいしい ごはん ごぼう おんせん おりがみ おどり 寺 茶 temple お ご'
  ).split(' '),
)('%s stays', (word) => {
  expect(withoutHonorific(word)).toBeUndefined()
})
