import { expect, test } from 'vitest'
import { romajiPrefixSounds, soundOfRomaji, strictSoundOfRomaji } from './romaji.ts'
import { soundOf, strictSoundOf } from './sound.ts'

test.each([
  ['こうえん', 'kouen koen kōen kôen kooen'],
  ['とうきょう', 'tokyo toukyou tōkyō tôkyô tookyoo tokyou'],
  ['おおさか', 'osaka oosaka ōsaka ohsaka ousaka'],
  ['きょうと', 'kyoto kyouto kyōto'],
  ['ひろしま', 'hiroshima hirosima'],
  ['つきじ', 'tsukiji tukizi tukiji tsukizi'],
  ['ふじ', 'fuji huzi huji fuzi'],
  ['しゃしん', 'shashin syasin syashin'],
  ['おちゃ', 'ocha otya ocya'],
  ['しんじゅく', 'shinjuku sinzyuku shinjyuku'],
  ['しんぶん', 'shinbun shimbun sinbun sinnbunn'],
  ['てんぷら', 'tempura tenpura'],
  ['さんま', 'sanma samma'],
  ['ぐんま', 'gunma gumma'],
  ['まっちゃ', 'matcha maccha mattya'],
  ['ほっかいどう', 'hokkaido hokkaidou hokkaidō'],
  ['ざっし', 'zasshi zassi'],
  ['みっつ', 'mittsu mittu'],
  ['しんえつ', "shinetsu shin'etsu shin’etsu sinetu"],
  ['しんおおさか', "shinosaka shin'osaka shinoosaka shinōsaka"],
  ['しんよこはま', "shinyokohama shin'yokohama"],
  ['きんえん', "kin'en kinen"],
  ['おんな', 'onna'],
  ['おおの', 'ohno ono oono ōno'],
  ['いとう', 'ito itou itō itoh'],
  ['のう', 'noh nou nō'],
  ['ラーメン', 'ramen raamen rāmen'],
  ['コーヒー', 'kohi koohii kōhī kohii'],
  ['パーティー', 'pātī paatii pati'],
  ['ビール', 'biru biiru bīru'],
  ['えいが', 'eiga ega ēga'],
  ['にいがた', 'niigata nīgata'],
  ['おばあさん', 'obaasan obāsan obasan'],
  ['ゆうひ', 'yuhi yuuhi yūhi'],
  ['すずめ', 'suzume'],
  ['つづみ', 'tsuzumi tsudzumi tuzumi tsudumi'],
  ['はなぢ', 'hanaji hanadi hanazi'],
  ['うちわ', 'uchiwa utiwa'],
  ['ぎょうざ', 'gyoza gyouza gyōza'],
  ['りょかん', 'ryokan'],
  ['じんじゃ', 'jinja jinjya zinzya'],
  ['ちょうちん', 'chochin chouchin tyoutin chōchin'],
  ['ポケモン', 'pokemon pokémon'],
  ['こんにちは', 'konnichiwa konnichiha'],
  ['カフェ', 'kafe'],
  ['プラットフォーム', 'purattofoomu purattofomu purattohoomu'],
  ['ディズニー', 'dizunii dizunī'],
  ['ふぁん', 'fan'],
  ['みやじま', 'miyajima miyazima'],
])('%s is written %s', (kana, romaji) => {
  for (const word of romaji.split(' ')) expect(soundOfRomaji(word), word).toBe(soundOf(kana))
})

test.each(
  (
    'temple street party bus train castle flower night light bridge river spring beach forest train market lantern dance car ' +
    'festival snow city x macca kanjl th qa señor café naïve kyōt 123 mp4 rrr tty a'
  ).split(' '),
)('%s is no romaji', (word) => {
  expect(soundOfRomaji(word)).toBeUndefined()
})

test.each([
  ['koi', 'koin'],
  ['byouin', 'biyouin'],
  ['kyoto', 'tokyo'],
  ['kamera', 'kame'],
  ['yuki', 'yukata'],
  ['basu', 'bazu'],
  ['sake', 'sasa'],
  ['konyaku', 'konnyaku'],
])('%s is not %s', (one, other) => {
  expect(soundOfRomaji(one)).not.toBe(soundOfRomaji(other))
})

test('vowel length distinguishes ビル and ビール', () => {
  expect(strictSoundOfRomaji('biru')).toBe(strictSoundOf('ビル'))
  expect(strictSoundOfRomaji('bīru')).toBe(strictSoundOf('ビール'))
  expect(strictSoundOfRomaji('kōen')).toBe(strictSoundOf('こうえん'))
  expect(strictSoundOfRomaji('temple')).toBeUndefined()
})

test('each beginning of a word in romaji finds the word', () => {
  const words: [string, string][] = [
    ['kyoto', 'きょうと'],
    ['shinjuku', 'しんじゅく'],
    ['sinzyuku', 'しんじゅく'],
    ['tsukiji', 'つきじ'],
    ['huzi', 'ふじ'],
    ['matcha', 'まっちゃ'],
    ['hokkaidou', 'ほっかいどう'],
    ['shimbashi', 'しんばし'],
    ['shinetsu', 'しんえつ'],
    ["shin'yokohama", 'しんよこはま'],
    ['onna', 'おんな'],
    ['ohno', 'おおの'],
    ['miyajima', 'みやじま'],
    ['jetto', 'ジェット'],
    ['fakkusu', 'ファックス'],
    ['vaiorin', 'バイオリン'],
    ['kissaten', 'きっさてん'],
    ['wotaku', 'をたく'],
    ['zyuudou', 'じゅうどう'],
    ['gyuunyuu', 'ぎゅうにゅう'],
    ['tyawan', 'ちゃわん'],
    ['itchou', 'いっちょう'],
    ['kudzu', 'くず'],
  ]
  for (const [word, kana] of words)
    for (let typed = 2; typed <= word.length; typed++) {
      const sounds = romajiPrefixSounds(word.slice(0, typed))
      const found = sounds.some((sound) => soundOf(kana).startsWith(sound))
      expect(found, `${word.slice(0, typed)}: ${sounds}`).toBe(true)
    }
})

test('the beginnings match only the typed text', () => {
  expect(romajiPrefixSounds('ky')).toEqual(['きゃ', 'きゅ', 'きょ'])
  expect(romajiPrefixSounds('sh')).toEqual(['し'])
  expect(romajiPrefixSounds('ts')).toEqual(['つ'])
  expect(romajiPrefixSounds('hu')).toEqual(['ふ'])
  for (const typed of ['k', 'st', 'str', 'x', 'th', 'templ', ''])
    expect(romajiPrefixSounds(typed)).toEqual([])
})
