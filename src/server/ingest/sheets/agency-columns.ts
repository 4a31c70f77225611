import { keywordsIn } from '#domain/studio/clip/keywords.ts'
import type { SheetFormat } from '#domain/studio/library/sheet-problems.ts'
import { isJapanese } from '#server/ingest/notes/notes.ts'

/** What a field says, by our columns. */
type Read = (text: string) => Record<string, string>

interface Agency {
  /** Required columns, each by any of its names. All names are in lower case. */
  needs: readonly (readonly string[])[]
  /** Other known columns, which are ignored without a warning. */
  ignored: readonly string[]
  columns: Record<string, Read>
}

/** Letters of a title; our own rows have the same limit. */
const TITLE = 200

const as =
  (column: string): Read =>
  (text) => ({ [column]: text })

const inLanguage =
  (field: 'title' | 'description'): Read =>
  (text) => ({ [`${field}_${isJapanese(text) ? 'ja' : 'en'}`]: text })

/** Each to the language that it is written in. Agencies also separate Japanese ones by a wide space. */
const keywords: Read = (text) => {
  const words = keywordsIn(text.replaceAll('\u3000', '、'))
  const joined = (wanted: (word: string) => boolean) => words.filter(wanted).join(';')
  return { keywords_en: joined((word) => !isJapanese(word)), keywords_ja: joined(isJapanese) }
}

/** There a space separates, too, in a sheet without commas. */
const pixtaTags: Read = (text) =>
  keywords(/[,、，;；\u3000]/.test(text) ? text : text.replaceAll(/\s+/g, '、'))

/** There the "description" is the title that buyers read. */
const shutterstockTitle: Read = (text) => ({
  ...inLanguage('title')(shortened(text)),
  ...(text.length > TITLE && inLanguage('description')(text)),
})

const all = (names: readonly string[], read: Read) => Object.fromEntries(names.map((name) => [name, read]))

const PIXTA = {
  file: ['ファイル名', 'file name'],
  title: ['タイトル', '作品タイトル', '素材タイトル', 'title'],
  tags: ['タグ', 'キーワード', 'keyword'],
}

/** From the agencies' templates for contributors. Their categories are not ours, so a clip comes in without one. */
const AGENCIES: Record<Exclude<SheetFormat, 'nagare'>, Agency> = {
  adobe: {
    needs: [['filename'], ['title'], ['keywords']],
    ignored: ['category', 'releases'],
    // Tools that write for several agencies add a description.
    columns: {
      ...{ filename: as('file'), title: inLanguage('title'), keywords },
      description: inLanguage('description'),
    },
  },
  shutterstock: {
    needs: [['filename'], ['description'], ['keywords']],
    ignored: ['categories', 'mature', 'mature content', 'illustration'],
    columns: {
      ...{ filename: as('file'), description: shutterstockTitle, keywords },
      editorial: (text) => ({ license_type: licenceOf(text) }),
    },
  },
  pixta: {
    needs: [PIXTA.file, PIXTA.title, PIXTA.tags],
    ignored: ['id', 'カテゴリ', 'カテゴリー', 'モデルリリース', 'プロパティリリース', '撮影地', '独占販売'],
    columns: {
      ...all(PIXTA.file, as('file')),
      ...all(PIXTA.title, inLanguage('title')),
      ...all(['コメント', '説明', '説明文', 'comment', 'comments'], inLanguage('description')),
      ...all(PIXTA.tags, pixtaTags),
      ...all(['撮影日', '制作日'], as('date_created')),
    },
  },
}

export interface ReadColumns {
  format: SheetFormat
  /** How to read each column, by its place in the sheet; undefined for one that is ignored. */
  reads: (Read | undefined)[]
  /** Columns that are not known. */
  unknown: string[]
}

/** Recognises the columns of a sheet; undefined if they are neither ours nor an agency's. @param ours our columns */
export function readColumns(
  columns: readonly string[],
  ours: readonly string[],
  ignored: readonly string[] = [],
): ReadColumns | undefined {
  const lower = columns.map((name) => name.toLowerCase())
  const has = (names: readonly string[]) => names.some((name) => lower.includes(name))
  const own: Agency = {
    needs: [['file', 'id']],
    ignored,
    columns: Object.fromEntries(ours.map((name) => [name, as(name)])),
  }
  // Agencies' sheets may have an "ID" of theirs.
  const found = Object.entries({ ...AGENCIES, nagare: own }).find(([, { needs }]) => needs.every(has))
  if (!found) return undefined
  const [format, agency] = found
  const reads = new Map(Object.entries(agency.columns))
  const isKnown = (name: string) => name === '' || reads.has(name) || agency.ignored.includes(name)
  return {
    format: format as SheetFormat,
    reads: lower.map((name) => reads.get(name)),
    unknown: columns.filter((_, at) => !isKnown(lower[at]!)),
  }
}

/** Cuts at the end of a word, if there is one. */
function shortened(text: string): string {
  if (text.length <= TITLE) return text
  const cut = text.slice(0, TITLE)
  return cut.slice(0, cut.lastIndexOf(' ') > TITLE / 2 ? cut.lastIndexOf(' ') : TITLE)
}

function licenceOf(editorial: string): string {
  if (/^(?:yes|y|true|1)$/i.test(editorial)) return 'editorial'
  return /^(?:no|n|false|0)$/i.test(editorial) ? 'commercial' : ''
}
