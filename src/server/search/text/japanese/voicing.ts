const UNVOICED = 'かきくけこさしすせそたちつてとはひふへほ'
const VOICED = 'がぎぐげござじずぜぞだぢづでどばびぶべぼ'

/** With its first kana voiced: さくら is ざくら at the end of a compound. */
export function voiced(kana: string): string {
  return replaceFirst(kana, UNVOICED, VOICED)
}

/** With its first kana unvoiced: ばたけ of ひまわりばたけ is はたけ. */
export function unvoiced(kana: string): string {
  return replaceFirst(kana, VOICED, UNVOICED)
}

function replaceFirst(kana: string, from: string, to: string): string {
  const first = kana === '' ? -1 : from.indexOf(kana[0]!)
  return first < 0 ? kana : to[first] + kana.slice(1)
}
