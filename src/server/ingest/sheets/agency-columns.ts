import { isJapanese } from '#server/ingest/notes/notes.ts'

/** Who defined a sheet's columns. */
export const SHEET_FORMATS = ['nagare', 'adobe', 'shutterstock', 'pixta'] as const
export type SheetFormat = (typeof SHEET_FORMATS)[number]

type Values = Record<string, string>

interface Agency {
  /** Required columns, each by any of its names; all in lower case. */
  needs: readonly (readonly string[])[]
  /** Other known columns, which are ignored without a warning. */
  ignored: readonly string[]
  /** Converts a row to our columns. */
  ours: (value: (...names: string[]) => string) => Values
}

const PIXTA = {
  file: ['ファイル名', 'file name'],
  title: ['タイトル', '作品タイトル', '素材タイトル'],
  tags: ['タグ', 'キーワード'],
  description: ['コメント', '説明', '説明文'],
  date: ['撮影日', '制作日'],
}

/**
 * From the agencies' templates for contributors. Their categories are not ours, so a clip comes in without one.
 * Keywords go to the language that they are written in.
 */
const AGENCIES: Record<Exclude<SheetFormat, 'nagare'>, Agency> = {
  adobe: {
    needs: [['filename'], ['title'], ['keywords']],
    ignored: ['category', 'releases'],
    ours: (value) => ({
      file: value('filename'),
      ...inLanguage('title', value('title')),
      ...keywordsOf(value('keywords')),
    }),
  },
  shutterstock: {
    needs: [['filename'], ['description'], ['keywords']],
    ignored: ['categories', 'mature content', 'illustration'],
    // There the "description" is the title that buyers read.
    ours: (value) => ({
      file: value('filename'),
      ...inLanguage('title', shortened(value('description'))),
      ...(value('description').length > TITLE && inLanguage('description', value('description'))),
      ...keywordsOf(value('keywords')),
      license_type: licenceOf(value('editorial')),
    }),
  },
  pixta: {
    needs: [PIXTA.file, PIXTA.title, PIXTA.tags],
    ignored: ['カテゴリ', 'カテゴリー', 'モデルリリース', 'プロパティリリース', '撮影地', '独占販売'],
    ours: (value) => ({
      file: value(...PIXTA.file),
      ...inLanguage('title', value(...PIXTA.title)),
      ...inLanguage('description', value(...PIXTA.description)),
      ...keywordsOf(value(...PIXTA.tags)),
      date_created: value(...PIXTA.date).replace(/^(\d{4})[/.年](\d{1,2})[/.月](\d{1,2})日?$/, dateOf),
    }),
  },
}

/** Letters of a title; our own rows have the same limit. */
const TITLE = 200

export interface ReadColumns {
  format: SheetFormat
  /** Converts a row to our columns. */
  ours: (values: Values) => Values
  /** Columns that are ignored. */
  unknown: string[]
}

/** Recognises the columns of a sheet; undefined if they are neither ours nor an agency's. @param known our columns */
export function readColumns(columns: readonly string[], known: readonly string[]): ReadColumns | undefined {
  if (columns.includes('file') || columns.includes('id'))
    return {
      format: 'nagare',
      ours: (values) => values,
      unknown: columns.filter((name) => !known.includes(name)),
    }
  const lower = columns.map((name) => name.toLowerCase())
  for (const [format, { needs, ignored, ours }] of Object.entries(AGENCIES)) {
    if (!needs.every((names) => names.some((name) => lower.includes(name)))) continue
    const read = [...needs.flat(), ...ignored, 'editorial', ...PIXTA.description, ...PIXTA.date]
    return {
      format: format as SheetFormat,
      ours: (values) => {
        const folded = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]))
        return ours((...names) => names.map((name) => folded.get(name)).find(Boolean) ?? '')
      },
      unknown: columns.filter((name) => !read.includes(name.toLowerCase())),
    }
  }
  return undefined
}

function inLanguage(field: 'title' | 'description', text: string): Values {
  return text ? { [`${field}_${isJapanese(text) ? 'ja' : 'en'}`]: text } : {}
}

/** Japanese keywords may also be separated by 、 or a wide space. */
function keywordsOf(list: string): Values {
  const words = list.split(/[,;、，；\u3000\n]+/).map((word) => word.trim())
  const joined = (wanted: (word: string) => boolean) => words.filter((word) => word && wanted(word)).join(';')
  return { keywords_en: joined((word) => !isJapanese(word)), keywords_ja: joined(isJapanese) }
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

function dateOf(_: string, year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
