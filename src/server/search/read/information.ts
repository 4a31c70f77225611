import {
  type Information,
  informationOf as informationOfStem,
} from '#server/search/text/english/information.ts'
import type { Unit } from '#server/search/text/units.ts'

/** True of every clip, or only says that something can be seen. */
const LIGHT_JAPANESE = new Set(
  (
    '動画 映像 素材 ふってーじ しょっと かっと ふりー ふりー素材 びでお むーびー くりっぷ しーん 場面 様子 光景 いめーじ 無料 商用 高画質 見る 見える 行く 来る ' +
    '人 人々 人物 上 下 中 前 後ろ 横 隣 隣り そば 間 外 内 奥 周り まわり 向こう 向こう側 手前 側 脇 辺 付近 近く 沿い 先 日 時 頃 撮る 撮影 撮れる 写る 映る やる みる 思う 言う という ところ 場所 感じ 感 ため 風 系 つく 出る 入る 持つ 使う ' +
    '実写 画像 壁紙 背景 るーぷ いんさーと 素材集 高品質 解像度 高解像度 はいびじょん だうんろーど すとっく 参考 関連 てーま 用 向け 一覧 全般 まとめ さんぷる こんてんつ ' +
    'おすすめ 新着 いろいろ 色々 様々 さまざま 全部 きれい 綺麗 美しい 素敵 すてき 素晴らしい すごい 良い いい'
  ).split(' '),
)

/** Qualities as nouns: left out before the thing. */
const QUALITIES_JAPANESE = new Set(
  (
    '満開 満員 満席 満点 見頃 大勢 多数 快晴 人気 話題 定番 名物 本格 本場 昔ながら 伝統 最新 最高 最大 巨大 大型 小型 大量 超 大 小 高 低 新 旧 ' +
    '全体 全国 一面 一番 無人 老舗 有数 早朝 真夏 真冬 若手 手作り 天然 本物 国産 新品 中古 独特 特有 日本一 世界一 目線 姿 様 状態 雰囲気 気分'
  ).split(' '),
)

/** Phrases of words that tell something alone. They are in the synonym table, which makes each one term. */
const LIGHT_PHRASES = new Set([
  'b roll',
  'full hd',
  'ultra hd',
  'high definition',
  'high quality',
  'high resolution',
  'hi res',
  'no copyright',
  'copyright free',
  'no watermark',
  'public domain',
  'creative common',
  'commercial use',
  'raw footage',
  'b ろーる',
  'びーろーる',
  'ふる hd',
  'いんさーとかっと',
  '資料映像',
  '挿入映像',
  '高解像度',
  '著作権ふりー',
  'ろいやりてぃふりー',
  'ろいやるてぃふりー',
  '商用利用',
  '商用利用可',
  'すとっくふってーじ',
])

/** How much a word tells; see Information. */
export function informationOf({ units }: { units: readonly Unit[] }): Information {
  if (units.length > 0 && LIGHT_PHRASES.has(writtenIn(units))) return 'light'
  const all = units.map(informationOfUnit)
  if (all.includes('normal')) return 'normal'
  return all.includes('verb') ? 'verb' : 'light'
}

function informationOfUnit({ text, surface, word }: Unit): Information {
  if (!word) return isVerbForm(text, surface) ? 'verb' : informationOfStem(text)
  if (LIGHT_JAPANESE.has(word.base) || word.kind === 'function') return 'light'
  if (QUALITIES_JAPANESE.has(word.base)) return 'verb'
  return word.kind === 'noun' || word.kind === 'name' ? 'normal' : 'verb'
}

/** Preparing, covered: an action tells less than its object. A noun with such an ending is its own stem. */
function isVerbForm(stem: string, surface: string): boolean {
  return stem !== surface && /(?:ing|ed)$/.test(surface) && informationOfStem(stem) !== 'light'
}

function writtenIn(units: readonly Unit[]): string {
  return units
    .map(({ text, joined }) => (joined ? text : ` ${text}`))
    .join('')
    .trim()
}
