/** Only kana, of either kind. */
export const isKana = (text: string) => /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(text)

/** Only hiragana, like folded kana. */
export const isHiragana = (text: string) => /^[\p{Script=Hiragana}ー]+$/u.test(text)

/** Only katakana as written. */
export const isKatakana = (text: string) => /^[\p{Script=Katakana}ー]+$/u.test(text)

export const hasKanji = (text: string) => /\p{Script=Han}/u.test(text)

/** Any kanji or kana. */
export const hasJapanese = (text: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
