import { mailTime } from '#server/mail/mail-dates.ts'
import type { FactorChange } from '#server/mail/queue-mail.ts'
import type { AccountLetters } from './letters.en.ts'

const FACTOR_CHANGES: Record<FactorChange, string> = {
  passkeyAdded: 'アカウントにパスキーが追加されました',
  passkeyRemoved: 'アカウントからパスキーが削除されました',
  appAdded: 'アカウントに認証アプリが設定されました',
  appRemoved: 'アカウントから認証アプリの設定が削除されました',
  codesMade: 'アカウントの復旧コードが新しく作られました',
  codeUsed: '復旧コードが1つ使われました',
  allRemoved: 'ご依頼により、アカウントの2段階認証を解除しました',
}

export const japanese: AccountLetters = {
  verifyEmail: ({ site, url, hours }) => ({
    subject: `【${site}】メールアドレスのご確認`,
    before: [
      `${site}にご登録いただき、ありがとうございます。`,
      '下記のリンクを開いて、メールアドレスの確認を完了してください。',
    ],
    link: { label: 'メールアドレスを確認する', url },
    after: [
      `リンクの有効期間は${hours}時間で、ご利用は1回限りです。`,
      'お心当たりのない場合は、お手数ですがこのメールを破棄してください。',
    ],
  }),
  changeEmail: ({ site, url, hours }) => ({
    subject: `【${site}】新しいメールアドレスのご確認`,
    before: [
      `${site}のアカウントのメールアドレスを、このアドレスに変更するお申し込みを受け付けました。`,
      '下記のリンクを開いて確認を完了すると、以後はこのアドレスでログインしていただき、お知らせもこちらにお送りします。',
    ],
    link: { label: '新しいメールアドレスを確認する', url },
    after: [
      `リンクの有効期間は${hours}時間で、ご利用は1回限りです。`,
      'お心当たりのない場合は、このメールを破棄してください。何も変更されません。',
    ],
  }),
  emailChanged: ({ site, url, at }) => ({
    subject: `【${site}】メールアドレス変更のお知らせ`,
    before: [
      `${mailTime('ja', at)}に、${site}のアカウントのメールアドレスが、確認のとれた別のアドレスに変更されました。以後はそのアドレスでログインしてください。このアドレスにはお知らせをお送りしません。ほかの端末はログアウトされています。`,
      'ご本人による変更の場合、お手続きは不要です。お心当たりのない場合は、すぐにご連絡ください。',
    ],
    link: { label: 'お問い合わせ', url },
    after: [],
  }),
  resetPassword: ({ site, url, hours }) => ({
    subject: `【${site}】パスワード再設定のご案内`,
    before: [
      `${site}のパスワード再設定のお申し込みを受け付けました。`,
      '下記のリンクを開いて、新しいパスワードを設定してください。',
    ],
    link: { label: 'パスワードを再設定する', url },
    after: [
      `リンクの有効期間は${hours}時間で、ご利用は1回限りです。`,
      'お心当たりのない場合は、このメールを破棄してください。現在のパスワードは変更されません。',
    ],
  }),
  accountDeleted: ({ site, url, at }) => ({
    subject: `【${site}】アカウント削除のお知らせ`,
    before: [
      `${mailTime('ja', at)}に、${site}のアカウントを、いいねや端末の情報とともに削除しました。`,
      'ご契約中のメンバーシップがあった場合は終了しており、今後の請求はありません。発行済みのライセンスは、お名前を除いて有効なまま確認できます。公開済みの作品はそのままお使いいただけます。',
      'お心当たりのない場合は、ご連絡ください。',
    ],
    link: { label: 'お問い合わせ', url },
    after: ['これまでご利用いただき、ありがとうございました。このメールが最後のお知らせです。'],
  }),
  factorsChanged: ({ site, url, at, change }) => ({
    subject: `【${site}】2段階認証の変更のお知らせ`,
    before: [
      `${mailTime('ja', at)}に、${FACTOR_CHANGES[change]}。`,
      'ご本人による変更の場合、お手続きは不要です。お心当たりのない場合は、すぐにパスワードを再設定し、アカウントのページをご確認ください。',
    ],
    link: { label: 'パスワードを再設定する', url },
    after: [],
  }),
  keyMade: ({ site, url, at, name }) => ({
    subject: `【${site}】プログラム用のキー作成のお知らせ`,
    before: [
      `${mailTime('ja', at)}に、プログラム用のキー「${name}」が作成されました。このキーを持つプログラムは、許可された範囲でお客様に代わって操作できます。`,
      'ご本人による作成の場合、お手続きは不要です。お心当たりのない場合は、すぐにキーを無効にし、パスワードを再設定してください。',
    ],
    link: { label: 'キーを確認する', url },
    after: [],
  }),
  keyLeaked: ({ site, url, at, name }) => ({
    subject: `【${site}】プログラム用のキーを無効にしました`,
    before: [
      `${mailTime('ja', at)}に、プログラム用のキー「${name}」が、アドレスに含まれた状態で送信されました。アドレスはログや履歴に残るため、このリクエストを拒否し、キーを無効にしました。今後このキーは使えません。`,
      '新しいキーを作成し、アドレスではなく認証用のヘッダーで送信してください。',
    ],
    link: { label: '新しいキーを作成する', url },
    after: [],
  }),
  passwordChanged: ({ site, url, at }) => ({
    subject: `【${site}】パスワード変更のお知らせ`,
    before: [
      `${mailTime('ja', at)}に、${site}のパスワードが変更されました。以前からログインしていた端末は、すべてログアウトされています。`,
      'ご本人による変更の場合、お手続きは不要です。お心当たりのない場合は、すぐにパスワードを再設定してください。',
    ],
    link: { label: 'パスワードを再設定する', url },
    after: [],
  }),
}
