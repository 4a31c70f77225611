import type { SheetsTexts } from './sheets.en.ts'

const n = (value: number) => value.toLocaleString('ja')

export const sheetsJa: SheetsTexts = {
  title: 'CSVの取り込み',
  lead: '1行に1クリップのCSVファイルです。ライブラリから書き出したもの、またはAdobe Stock、Shutterstock、PIXTA用のものを読み込めます。書き込む前に、すべての変更を確認できます。',
  rules: '空欄は何も変えません。「-」は文章を空にします。クリップは「id」、なければファイル名で探します。',
  choose: 'CSVファイルを選ぶ',
  reading: '読み込み中…',
  formats: {
    nagare: '当サイトの列',
    adobe: 'Adobe Stockの列',
    shutterstock: 'Shutterstockの列',
    pixta: 'PIXTAの列',
  },
  counts: (changed, same, wrong) =>
    `変更${n(changed)}本 · 変更なし${n(same)}本 · 読み取れない行や欄${n(wrong)}件`,
  unread: (columns, more) => `読み込まない列：${columns}${more > 0 ? `、ほか${n(more)}列` : ''}`,
  problems: '読み取れないもの',
  moreProblems: (more) => `ほかに${n(more)}件あります。`,
  changes: '変更内容',
  first: (shown) => `最初の${n(shown)}件を表示しています。`,
  line: '行',
  clip: 'クリップ',
  column: '列',
  before: '変更前',
  after: '変更後',
  empty: '（空）',
  apply: (changed) => `${n(changed)}本を変更する`,
  applying: '変更中…',
  nothing: '変更されるものはありません。',
  other: '別のファイルを選ぶ',
  library: 'ライブラリへ',
  tooLarge: 'ファイルが大きすぎます。一度に読み込めるのは5MBまでです。分けてください。',
  busy: 'ほかのシートを読み込んでいます。少し待ってからもう一度お試しください。',
  outdated: '確認のあとにライブラリが変わりました。新しい内容を表示します。',
  failed: 'うまくいきませんでした。もう一度お試しください。',
}
