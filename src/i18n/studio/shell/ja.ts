import type { ShellTexts } from './en.ts'

export const shellJa: ShellTexts = {
  studio: 'スタジオ',
  rooms: 'スタジオの部屋',
  signedOut: {
    title: 'ログインしてください',
    lead: 'スタジオは、このサイトの運営者のためのページです。',
    logIn: 'ログイン',
  },
  notForYou: {
    title: '恐れ入りますが、このページはご利用いただけません',
    edit: 'スタジオは、このサイトの管理者と編集者のためのページです。',
    admin: 'このページは、サイトの管理者だけがご利用いただけます。',
    back: 'サイトに戻る',
  },
  factorMissing: {
    title: 'スタジオに入る前に、もう一つだけ',
    lead: 'スタジオには、パスワードだけでは入れません。パスキー（指紋、顔、PIN）か認証アプリを設定してください。1分ほどで終わります。',
    setUp: '2段階認証を設定する',
  },
  loading: '読み込み中…',
  failed: '読み込めませんでした。',
  retry: 'もう一度試す',
  more: 'さらに表示',
  names: {
    overview: { name: '概要', lead: 'サイトの状況と、対応が必要なこと。' },
    uploads: { name: 'アップロード', lead: '素材を取り込み、クリップになるまでを見守ります。' },
    library: { name: 'ライブラリ', lead: '下書き、公開中、非公開のすべてのクリップ。' },
    categories: { name: 'カテゴリー', lead: '名前と並び順、使わなくなったカテゴリーの行き先。' },
    sets: { name: 'セット', lead: 'セットの状況と、プロモーションの期限。' },
    members: { name: '会員', lead: '会員の一覧と、会員資格の根拠。' },
    testers: { name: 'テスター', lead: '先行テスターのキーと、その利用者。' },
    demand: { name: '需要', lead: '検索されている言葉と、それに応えるクリップの数。' },
    prices: { name: '料金', lead: '通貨ごとのプランの料金と、会員の支払額。' },
    shop: { name: 'ショップ', lead: 'サイトの名前、見た目、言葉。公開するまで訪問者には見えません。' },
    webhooks: { name: 'Webhook', lead: 'ここで起きたことを知らせる、自社のプログラムの宛先です。' },
    health: {
      name: '稼働状況',
      lead: 'サイトに必要なものが動いているか、動いていなければ何をすればよいか。',
    },
    log: { name: '記録', lead: '誰が、いつ、何をしたか。' },
    privacy: { name: 'プライバシー', lead: '個人に関する情報の内容、目的、保存期間。' },
  },
}
