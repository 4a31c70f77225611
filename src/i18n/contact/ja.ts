import type { ContactTexts } from './en.ts'

export const contactJa: ContactTexts = {
  title: 'お問い合わせ',
  description: 'ご質問、映像に関する報告、ご要望をお送りください。',
  lead: 'ご質問、映像に問題があるときのご報告、探している映像のご要望など、お気軽にお送りください。メールでお返事します。',
  topic: 'ご用件',
  topics: {
    question: 'ご質問',
    licence: 'ライセンスについて',
    report: '映像の報告',
    feedback: 'ご意見、ご要望',
  },
  clip: '映像の番号',
  clipHint: '任意です。映像のページのアドレスにある番号です。',
  message: 'メッセージ',
  missed: (text) => `「${text}」を探しています。`,
  submit: '送信する',
  busy: '送信しています…',
  doneTitle: 'お問い合わせありがとうございます',
  done: (email) => `メッセージをお預かりしました。${email} 宛てにお返事します。`,
  another: 'もう一通送る',
  byMail: 'メールでも承ります：',
  withoutScript: 'フォームのご利用にはJavaScriptが必要です。',
  wrong: {
    clip: '映像の番号は数字です。',
    message: 'メッセージが長すぎるか、送信できない文字が含まれています。',
  },
  failedBecause: (reason) => `メッセージを送信できませんでした。${reason}`,
}
