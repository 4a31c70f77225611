import type { SignupTexts } from './signup-texts.ts'

export const signupJa: SignupTexts = {
  errorTitle: 'エラー',
  successTitle: '登録が完了しました',
  invalidUrl: 'URLが正しくありません。お手数ですが、お問い合わせください。',
  failed: '先行テスターの登録ができませんでした。お手数ですが、お問い合わせください。',
  done: (site) => `${site}の先行テスターになりました。さっそく映像を探して、ダウンロードしてみてください。`,
  play: (title) => `再生：${title}`,
  pause: (title) => `一時停止：${title}`,
  withoutScript: 'ご応募にはJavaScriptが必要です。ブラウザーの設定で有効にしてください。',
}
