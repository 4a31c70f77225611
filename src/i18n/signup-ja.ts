import type { SignupTexts } from './signup-texts.ts'

export const signupJa: SignupTexts = {
  errorTitle: 'エラー',
  successTitle: '登録が完了しました',
  invalidUrl: 'URLが正しくありません。お手数ですが、お問い合わせください。',
  invitationTitle: '招待制です',
  invitation: 'ご応募には招待が必要です。お送りしたリンクをそのまま開いていただくか、お問い合わせください。',
  tooMany: '試行回数が多すぎます。{wait}ほどお待ちになってから、もう一度お試しください。',
  subscription: {
    title: '有料プランをご利用中です',
    lead: '先行テスターは、すべての映像をずっと無料でご利用いただけます。ご利用中の有料プランはそのまま続き、{date}に更新されます。今解約すれば、以後の請求はありません。',
    leadWithoutDate:
      '先行テスターは、すべての映像をずっと無料でご利用いただけます。ご利用中の有料プランは、解約しないかぎりそのまま続きます。今解約すれば、以後の請求はありません。',
    end: '有料プランを解約して参加する',
    keep: '有料プランを続けて参加する',
    back: '戻る',
    busy: '登録しています…',
    stays:
      '先行テスターになりましたが、有料プランを解約できませんでした。お手数ですが、アカウントのページから解約してください。',
  },
  failed: '先行テスターの登録ができませんでした。お手数ですが、お問い合わせください。',
  done: (site) => `${site}の先行テスターになりました。さっそく映像を探して、ダウンロードしてみてください。`,
  play: (title) => `再生：${title}`,
  pause: (title) => `一時停止：${title}`,
  withoutScript: 'ご応募にはJavaScriptが必要です。ブラウザーの設定で有効にしてください。',
}
