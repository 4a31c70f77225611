/** Words that are another word without お or ご, or no word at all. */
const WHOLE = new Set(
  (
    '飯 腹 金 所 朱印 台場 茶ノ水 茶の水 茶の間 守り 守 札 面 化け 化け屋敷 洒落 気に入り 世話 辞儀 手洗い 手洗 手玉 嬢 ' +
    '好み焼き 好み焼 宅 前 陰 蔭 互い 目当て 節 節料理 釜 出かけ 出掛け 使い 中 方 袋 尻 巡り 坊 伽話 伽 父 母 兄 姉 爺 婆 祖母 ' +
    '祖父 日 主 覧 免 当地 利益 存知 存じ 苦労 無沙汰 座 用 家人 幣'
  ).split(' '),
)

/** 御 begins many place names (御殿場, 御堂筋), so it is removed only before these nouns. */
const AFTER_GO = new Set(
  (
    '寺 茶 菓子 酒 礼 祝い 祝 花 花見 正月 神輿 神酒 神木 祭り 祭 社 宮 墓 弁当 土産 寿司 供え 供物 参り 馳走 来光 祈祷 祈願 ' +
    '案内 家族 先祖 近所 夫婦 縁 城 盆 月見 客 湯 皿 店 菓子屋 輿 霊 仏 仏壇 本尊 開帳 神体 神楽 神火 神灯'
  ).split(' '),
)

/** In kana, お at the beginning is rarely the prefix (おきなわ, おとな), and short words have too many meanings. */
const IN_KANA = new Set(
  (
    'てら すし そば もち みせ はか みや うどん といれ べんとう みやげ まつり はなみ しょうがつ さかな やさい ちゃわん せんべい ' +
    'まんじゅう りょうり さしみ せいぼ せちりょうり つきみ そうじ てがみ みこし じぞうさん じぞうさま いなりさん ひなさま さいせん ' +
    'はなばたけ あんない らいこう せんぞ かぞく しんぼく きんじょ ほうび しゅうぎ'
  ).split(' '),
)

/** The noun of a polite word: 寺 of お寺, 月 of お月様; undefined if it has no prefix, or the prefix belongs to it, as in ご飯. */
export function withoutHonorific(word: string): string | undefined {
  const [, prefix, rest] = /^([おご御])(.+)$/u.exec(word) ?? []
  if (!prefix || !rest) return undefined
  if (/^[ぁ-ゖー]+$/.test(rest)) return IN_KANA.has(rest) ? rest : undefined
  if (prefix === '御') return AFTER_GO.has(rest) ? rest : undefined
  if (!/^\p{Script=Han}|^[ァ-ヺー]{3}/u.test(rest)) return undefined
  const noun = rest.replace(/(?<=\p{Script=Han})(さん|さま|ちゃん|様)$/u, '')
  return WHOLE.has(noun) || WHOLE.has(rest) ? undefined : noun
}
