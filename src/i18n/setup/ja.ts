import type { SetupTexts } from './en.ts'

export const setupJa: SetupTexts = {
  title: 'ショップの初期設定',
  lead: 'ショップの名前を決め、アカウントを作成します。どれも後から変更できます。',
  code: 'コード',
  codeHint: 'サーバーのログに表示されています。1時間以内に一度だけ使えます。',
  codeWrong: (left) =>
    left === 0
      ? 'コードが違います。試せる回数を超えました。「nagare setup code」で新しいコードを表示してください。'
      : `コードが違います。あと${left}回試せます。`,
  codeOver:
    'このコードは期限切れか、使用済みです。「nagare setup code」で新しいコードを表示するか、サーバーを再起動してください。',
  shop: 'ショップの名前',
  languages: 'ショップの言語',
  shown: { both: '英語と日本語', en: '英語のみ', ja: '日本語のみ' },
  you: 'あなたのアカウント',
  name: 'お名前',
  submit: 'ショップを開く',
  busy: '設定しています…',
  failedBecause: (reason) => `初期設定ができませんでした。${reason}`,
  doneTitle: '初期設定は終わっています',
  done: 'ほかの方が先に設定したか、すでに完了しています。ログインして続けてください。',
  toStudio: 'スタジオへ',
  toDo: '残りの設定',
  toDoLead: 'ここからは後でもかまいません。残ったものはスタジオに表示されます。',
  step: (at, of) => `${of}個のうち${at}個目`,
  later: '後で',
  notNeeded: '不要',
  notNeededOf: (step) => `不要：${step}`,
  next: '次へ',
  ready: 'ショップが開きました',
  readyLead: 'ほかの設定はスタジオにあります。',
  saved: 'ショップの見た目を変更しました。',
  failed: 'うまくいきませんでした。もう一度お試しください。',
  steps: {
    look: {
      title: '見た目を選ぶ',
      lead: '色、紙の色、角、書体を選びます。ロゴや文章は「ショップ」で変更できます。',
      act: 'この見た目にする',
    },
    factor: {
      title: 'スタジオを守る',
      lead: 'パスキーか認証アプリを追加します。以後、管理者と編集者の全員に求められます。',
    },
    mail: {
      title: 'メールを試す',
      lead: '会員がアドレスを確認したり、パスワードを再設定したりするときにメールを使います。',
      act: '自分にテストメールを送る',
    },
    stripe: {
      title: '会員プランを販売する',
      lead: 'Stripeのキー（STRIPE_SECRET_KEY）があれば、残りはボタンひとつで設定できます。',
      act: 'Stripeを設定',
    },
    files: {
      title: '最初のファイルを追加する',
      lead: '動画や写真、またはフォルダーごとドロップしてください。下書きとして追加され、公開できます。',
      act: 'ファイルを追加',
    },
  },
  mailSent: (to) => `メールサーバーが${to}宛てのメールを受け付けました。届いたかご確認ください。`,
  mailSaid: (detail) => `メールサーバーの応答：${detail}`,
  mailProblems: {
    kept: 'SMTP_URLが設定されていないため、メールはファイルとして保存され、誰にも届きません。サーバーの設定でSMTP_URLとMAIL_FROMを指定し、再起動してください。',
    unreachable:
      'メールサーバーが応答しません。SMTP_URLのホストとポート、このサーバーから接続できるかをご確認ください。',
    signIn: 'メールサーバーにログインできません。SMTP_URLの名前とパスワードをご確認ください。',
    tls: 'メールサーバーと暗号化された接続ができません。証明書、またはSMTP_URLのsmtps://とポートをご確認ください。',
    sender:
      'メールサーバーがこのメールを受け付けません。MAIL_FROMが送信を許可されたアドレスかご確認ください。',
    other: 'メールを送信できませんでした。',
  },
}
