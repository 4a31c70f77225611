import kyujitai from 'kyujitai/data/kyujitai.json' with { type: 'json' }

/**
 * Further families: the common kanji, as dictionaries of JIS X 0208 write it, then the variants that are folded into it. They
 * are shapes of one character, or stand for each other in everyday words (座禅, 坐禅). No two common words differ by them alone.
 */
const VARIANTS =
  '崎﨑嵜碕 高髙 島嶋嶌 辺邉 浜濵 富冨 吉𠮷 篭籠 鉄鐡銕 淵渕 峰峯 館舘 野埜 檜桧 杯盃 裏裡 付附 回廻迴囘 園薗 座坐 ' +
  '剣劔劒剱釼 涼凉 氷冰 煙烟 暖煖 沖冲 減减 両輌輛 跡蹟 踊踴 体躰軆 遊游 村邨 酢醋 鉱砿 堤隄 船舩 兎兔菟 鼠鼡 雁鴈 鶏雞 鴎鷗 ' +
  '鶯鴬 蝉蟬 麹麴糀 醤醬 箪簞 頬頰 痩瘦 剥剝 噛嚙 掴摑 繋繫 填塡 嚢囊 屏屛 壺壷 蝋蠟 涛濤 莱萊 竈竃 鯵鰺 蠣蛎 蝿蠅 砺礪 藪薮 ' +
  '祇祗 秋穐龝 宝寳 年秊 杉椙 柿柹 柳栁 松枩 梅楳 窓窗牕窻 紙帋 草艸 群羣 翻飜 芦蘆 葱蔥 蓑簑 騨驒 鬱欝 畳疂疉 呪咒 厨廚 ' +
  '厩廏廐 侠俠 倶俱 唖啞 函凾 姉姊 映暎 箒帚 鼓皷 蓋盖 怪恠 峨峩 韮韭 頸頚 鮨鮓 猫貓 猪豬 舗鋪 略畧 弁辨辯瓣 予豫 線綫 ' +
  '瓶壜 缶鑵 嘆歎 禰祢 凛凜 嘘噓 繍繡 顛顚 掻搔 締〆 々〻'

const COMMON = new Map<string, string>()
for (const [common, old] of kyujitai.kyuji) if (old !== common) COMMON.set(old!, common!)
// This table wins over the other.
for (const [common, ...variants] of VARIANTS.split(' ').map((family) => [...family])) {
  COMMON.delete(common!)
  for (const variant of variants) COMMON.set(variant, common!)
}

/** Selectors of a kanji's shape, which some keyboards append. */
const SHAPES = /[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]/gu
/** 廻 of 輪廻 is not 回. */
const FOLDED = new RegExp(`[${[...COMMON.keys()].join('')}](?<!輪廻)`, 'gu')
/** 斉藤 is 斎藤, but 一斉 is not 一斎. */
const SAITO = /[斉齊](?=藤)/g

/**
 * A text with each old or variant kanji replaced by the common one, such as 國 by 国 and 﨑 by 崎. For keys and
 * dictionaries, not for display. Keeps the number of characters, except for shape selectors.
 */
export function foldKanji(text: string): string {
  return text
    .replace(SHAPES, '')
    .replace(SAITO, '斎')
    .replace(FOLDED, (kanji) => COMMON.get(kanji)!)
}
