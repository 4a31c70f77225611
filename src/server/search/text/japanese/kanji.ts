import kyujitai from 'kyujitai/data/kyujitai.json' with { type: 'json' }

/**
 * Other variants: the common kanji, then those that are folded into it. They are shapes of one character, or stand for
 * each other in names (斉藤, 斎藤) and in everyday words (座禅, 坐禅), and no two common words differ by them alone.
 */
const VARIANTS =
  '斎斉 崎﨑嵜碕 高髙 島嶋嶌 辺邉 浜濵 富冨 吉𠮷 籠篭 鉄鐡銕 淵渕 峰峯 館舘 野埜 曽曾 檜桧 杯盃 裏裡 付附 回廻迴囘 ' +
  '園薗 座坐 剣劔劒剱釼 涼凉 氷冰 煙烟 暖煖 沖冲 減减 両輌輛 跡蹟 踊踴 体躰軆 遊游 村邨 酢醋 鉱砿 堤隄 船舩 兎兔菟 ' +
  '鼠鼡 雁鴈 鴎鷗 鶯鴬 蝉蟬 麹麴糀 醤醬 麺麪 箪簞 頬頰 痩瘦 剥剝 噛嚙 掴摑 繋繫 填塡 嚢囊 屏屛 壺壷 蝋蠟 涛濤 莱萊 ' +
  '竈竃 鯵鰺 蛎蠣 蝿蠅 砺礪 藪薮 祇祗 畑畠 秋穐龝 国圀 宝寳寶 年秊 杉椙 柿柹 柳栁 松枩 梅楳 窓窗牕窻 紙帋 草艸 綿緜 ' +
  '群羣 歌哥 翻飜 咲𠹭 蘆芦 葱蔥 蓑簑 騨驒 欝鬱 恵惠 畳疂疉 呪咒 厨廚 厩廏廐 俠侠 倶俱 唖啞 函凾 姉姊 映暎 箒帚 鼓皷 ' +
  '蓋盖 怪恠 弥彌 棲栖 巌嵓 峨峩 蕊蘂 韮韭 頸頚 鮨鮓 鎌鐮 遥遙 秘祕 厳嚴 猫貓 猪豬 舗鋪 尭堯 略畧 々〻'

const COMMON = new Map<string, string>()
for (const [common, old] of kyujitai.kyuji) if (old !== common) COMMON.set(old!, common!)
for (const [common, ...others] of VARIANTS.split(' ').map((family) => [...family]))
  for (const other of others) COMMON.set(other, common!)
// 齊 is folded into 斉 by the first table, and 斉 into 斎 by the second.
for (const [other, common] of COMMON) COMMON.set(other, COMMON.get(common) ?? common)

/** Selectors of a kanji's shape, which some keyboards write behind it. */
const SHAPES = /[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]/gu
const HAN = /\p{Script=Han}/gu

/** A text with each old or variant kanji replaced by the common one, such as 國 by 国 and 﨑 by 崎: a key, not for show. */
export function foldKanji(text: string): string {
  return text.replace(SHAPES, '').replace(HAN, (kanji) => COMMON.get(kanji) ?? kanji)
}
