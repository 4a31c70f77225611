import type { ProposalsTexts } from './proposals.en.ts'

const n = (count: number) => count.toLocaleString('ja')

export const proposalsJa: ProposalsTexts = {
  title: 'テキスト案',
  lead: (model) =>
    `${model} が、タイトル・説明・キーワード・カテゴリーの案を日英両方で出します。送られるのは、映像の3コマ、ファイル名、フォルダー、入力済みのテキスト、よく使うキーワードです。採用するまで何も変わりません。`,
  ask: '案を出してもらう',
  askAgain: 'もう一度案を出してもらう',
  askDrafts: (count) => `下書き${n(count)}件の案を出してもらう`,
  waiting: 'モデルに問い合わせています。このまま作業を続けられます。',
  waitingClips: (count) => `${n(count)}件の案を待っています。`,
  ready: (count) => `${n(count)}件の案が確認を待っています。下の一覧でクリップごとに確認できます。`,
  nothing: '確認する案はありません。',
  adds: '追加',
  instead: (text) => `現在：「${text}」`,
  accept: '採用',
  dismiss: '却下',
  acceptOf: (field) => `採用：${field}`,
  dismissOf: (field) => `却下：${field}`,
  acceptAll: 'すべて採用',
  dismissAll: 'すべて却下',
  acceptClips: (count) => `${n(count)}件の案をすべて採用`,
  dismissClips: (count) => `${n(count)}件の案をすべて却下`,
  proposedFor: (count) => `テキスト案：${n(count)}項目`,
  accepted: '採用しました。',
  dismissed: '却下しました。',
  left: (count) =>
    `${n(count)}件はそのままです。ほかの人が変更したか、削除されています。もう一度確認してください。`,
  notAsked: (count) => `${n(count)}件は送られませんでした。送れるのは映像のある下書きだけです。`,
  failed: 'うまくいきませんでした。もう一度お試しください。',
  unsaved: '変更が保存されるまでお待ちください。',
  today: (calls, most) => `本日：${n(most)}回中${n(calls)}回`,
  tokens: (input, output) => `入力${n(input)}トークン、出力${n(output)}トークン`,
  thisClip: 'このクリップ',
  reasons: {
    unreachable: 'サービスに接続できません。',
    slow: 'サービスが時間内に応答しませんでした。',
    status: 'サービスがエラーを返しました。',
    badAnswer: 'サービスの回答は使えないものでした。',
    declined: 'モデルが回答を断りました。',
    dayLimit: '本日の回数を使い切りました。明日もう一度お試しください。',
    off: 'サービスの設定がなくなりました。',
    unexpected: '問題が発生しました。詳しくはログをご覧ください。',
  },
}
