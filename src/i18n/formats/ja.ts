import type { FormatsTexts } from './en.ts'

export const formatsJa: FormatsTexts = {
  title: 'ファイル形式',
  kinds: {
    film: '動画（H.264）',
    uhd: '4K（H.264）',
    master: '元の映像（再エンコードなし）',
    prores: 'ProRes 422 LT',
    alpha: '透過WebM',
    vertical: '縦型 9:16',
    square: '正方形 1:1',
    webp: 'アニメーションWebP',
    gif: 'アニメーションGIF',
    loop10: '10秒にループ',
    loop30: '30秒にループ',
    loop60: '60秒にループ',
  },
  comp: '編集で試すためのコンプ',
  compNote: '透かし入り、無料',
  about: (size) => `約${size}`,
  states: {
    ready: '',
    unmade: '約1分で準備できます',
    making: '準備中',
    failed: '作成できませんでした。もう一度お試しください',
  },
  lastTime: '前回の形式',
  needsPro: 'Pro',
  free: '会員になると、これらの形式を透かしなしでご利用いただけます。',
  plans: 'プランを見る',
  making: (name) =>
    `${name}を準備しています。約1分でダウンロードが始まります。2分以上かかる場合はメールでお知らせします。`,
  failed: 'ファイルを準備できませんでした。もう一度お試しいただくか、別の形式をお選びください。',
}
