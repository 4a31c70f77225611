const count = (n: number, one: string, many: string) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`

export const sheetsEn = {
  title: 'Import a sheet',
  lead: 'A CSV file with one row per clip, exported from the library or made for Adobe Stock, Shutterstock or PIXTA. You see every change before anything is written.',
  rules:
    'An empty cell changes nothing; “-” empties a text. Rows find their clip by “id”, or else by the name of its file.',
  choose: 'Choose a CSV file',
  reading: 'Reading…',
  formats: {
    nagare: 'Our own columns',
    adobe: 'Columns of Adobe Stock',
    shutterstock: 'Columns of Shutterstock',
    pixta: 'Columns of PIXTA',
  },
  counts: (changed: number, same: number, wrong: number) =>
    [
      `${count(changed, 'clip changes', 'clips change')}`,
      `${count(same, 'is so already', 'are so already')}`,
      `${count(wrong, 'row or cell cannot be read', 'rows or cells cannot be read')}`,
    ].join(' · '),
  unread: (columns: string, more: number) =>
    `Not read: ${columns}${more > 0 ? ` and ${count(more, 'more column', 'more columns')}` : ''}`,
  problems: 'What cannot be read',
  moreProblems: (n: number) => `And ${n.toLocaleString('en')} more.`,
  changes: 'What changes',
  first: (shown: number) => `The first ${shown.toLocaleString('en')} are shown.`,
  line: 'Line',
  clip: 'Clip',
  column: 'Column',
  before: 'Before',
  after: 'After',
  empty: '(empty)',
  apply: (n: number) => `Change ${count(n, 'clip', 'clips')}`,
  applying: 'Changing…',
  nothing: 'Nothing would change.',
  other: 'Choose another file',
  library: 'To the library',
  tooLarge: 'The file is too large: at most 5 MB are read at once. Please split it.',
  busy: 'Other sheets are being read just now. Please try again in a moment.',
  outdated: 'The library has changed since this preview. Here is a new one.',
  failed: 'That did not work. Please try again.',
}
export type SheetsTexts = typeof sheetsEn
