import type { ProposalsTexts } from './en.ts'

const number = (n: number) => n.toLocaleString('ja')
const clips = (n: number) => `${number(n)}件`

export const proposalsJa: ProposalsTexts = {
  title: 'テキスト案',
  lead: (model) =>
    `${model} が、タイトル・説明・キーワード・カテゴリーの案を日英両方で出します。送られるのは、映像の3コマ、ファイル名、フォルダー、入力済みのテキスト、よく使うキーワードです。採用するまで何も変わりません。`,
  ask: '案を出してもらう',
  askAgain: 'もう一度案を出してもらう',
  clips,
  waiting: 'モデルに問い合わせています。このまま作業を続けられます。',
  ready: (n) => `${clips(n)}の案が確認を待っています。下の一覧で見られます。`,
  nothing: '確認する案はありません。',
  added: '追加分',
  instead: (text) => `現在：「${text}」`,
  accept: '採用',
  dismiss: '却下',
  acceptAll: 'すべて採用',
  dismissAll: 'すべて却下',
  left: (n) =>
    `${clips(n)}はそのままです。ほかの人が変更したか、削除されています。もう一度確認してください。`,
  notAsked: (n) => `${clips(n)}は送られませんでした。送れるのは映像のある下書きだけです。`,
  failed: 'うまくいきませんでした。もう一度お試しください。',
  unsaved: '変更が保存されるまでお待ちください。',
  today: (calls, most) => `本日：${number(most)}回中${number(calls)}回`,
  thisClip: 'このクリップ',
  tokens: (input, output) => `入力${number(input)}トークン、出力${number(output)}トークン`,
  reasons: {
    unreachable: 'サービスに接続できません。',
    slow: 'サービスが時間内に応答しませんでした。',
    failing: 'サービスで障害が起きています。',
    refused: 'サービスに拒否されました。',
    badAnswer: 'サービスの回答は使えないものでした。',
    declined: 'モデルが回答を断りました。',
    dayLimit: '本日の回数を使い切りました。明日もう一度お試しください。',
    off: 'サービスの設定か映像がなくなりました。',
    unexpected: '問題が発生しました。',
  },
}
