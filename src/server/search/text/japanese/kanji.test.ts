import { expect, test } from 'vitest'
import { foldKanji } from './kanji.ts'

test.each(
  (
    '國=国 齋藤=斎藤 齊藤=斎藤 斉藤=斎藤 濱=浜 濵=浜 櫻=桜 龍=竜 瀧=滝 嶋=島 嶌=島 宮﨑=宮崎 嵜=崎 髙橋=高橋 渡邊=渡辺 渡邉=渡辺 澤=沢 ' +
    '廣=広 眞=真 圓=円 學=学 驛=駅 燈籠=灯篭 灯籠=灯篭 鐵=鉄 壽=寿 蟲=虫 鷄=鶏 渕=淵 峯=峰 函舘=函館 埜=野 木曾=木曽 桧=檜 盃=杯 坐禅=座禅 廻廊=回廊 ' +
    '飛驒=飛騨 車輌=車両 車輛=車両 納凉=納涼 遺蹟=遺跡 劔岳=剣岳 剱岳=剣岳 千穐楽=千秋楽 牡蛎=牡蠣 鷗=鴎 醬油=醤油 〆切=締切 臺灣=台湾 繪馬=絵馬 ' +
    '神社佛閣=神社仏閣 祗園=祇園 𠮷野=吉野 祢宜=禰宜 時〻=時々 葛󠄀飾=葛飾 蘆ノ湖=芦ノ湖 獨樂=独楽 寶塚=宝塚 游泳=遊泳 螢=蛍'
  )
    .split(' ')
    .map((pair) => pair.split('=')),
)('%s is written as %s', (variant, common) => {
  expect(foldKanji(variant!)).toBe(foldKanji(common!))
})

test.each(
  (
    '岡=丘 橋=箸 崎=埼 島=鳥 川=河 葉=華 花=華 坂=阪 猿=遠 祭=察 大=太 犬=太 雪=雲 木=本 人=入 土=士 末=未 森=林 嶺=峰 山=岳 池=地 牛=午 海=湖 ' +
    '城=白 陽=洋 暗=闇 畑=畠 讃=賛 椀=碗 船=舟 跡=址 虹=蛇 灯=火 火=炎 炎=焔'
  )
    .split(' ')
    .map((pair) => pair.split('=')),
)('%s is not %s', (one, other) => {
  expect(foldKanji(one!)).not.toBe(foldKanji(other!))
})

test('ordinary words stay unchanged', () => {
  for (const word of [
    '一斉',
    '輪廻',
    '時々',
    '旅館',
    '讃岐',
    '鳥栖',
    '光圀',
    '祇園',
    '畠山',
    '凛',
    'ラーメン',
    'さくら',
    'temple 123',
  ])
    expect(foldKanji(word)).toBe(word)
})

test('folding twice changes nothing, and keeps the length', () => {
  const every = Array.from({ length: 0x9fff - 0x3005 }, (_, at) => String.fromCodePoint(0x3005 + at))
  for (const letter of every) {
    const folded = foldKanji(letter)
    expect(foldKanji(folded), letter).toBe(folded)
    expect([...folded], letter).toHaveLength(1)
  }
})
