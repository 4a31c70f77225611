/** A file's embedded texts, cleaned; each list in order of trust. */
export interface Notes {
  titles: string[]
  descriptions: string[]
  keywords: string[]
  creators: string[]
  /** `YYYY-MM-DD`. */
  dates: string[]
}

export const NO_NOTES: Notes = { titles: [], descriptions: [], keywords: [], creators: [], dates: [] }

const MOST = { title: 200, description: 5000, keyword: 80, keywords: 100 }
/** Texts that cameras write into every file, and remains of letters that a program could not write. */
const MEANINGLESS =
  /^(?:\?+|(?:olympus|sony|samsung|minolta) (?:digital camera|dsc|camera)|dcim\\.*|default|untitled)$/i

/** Joins the notes of several sources; earlier sources come first. */
export function joinNotes(...all: Notes[]): Notes {
  return {
    titles: all.flatMap(({ titles }) => titles),
    descriptions: all.flatMap(({ descriptions }) => descriptions),
    // Sources repeat each other's keywords, so the first complete list wins.
    keywords: all.find(({ keywords }) => keywords.length > 0)?.keywords ?? [],
    creators: all.flatMap(({ creators }) => creators),
    dates: all.flatMap(({ dates }) => dates),
  }
}

/** Removes control characters and direction marks, and cuts long texts. */
export function cleanNotes(found: Notes): Notes {
  return {
    titles: cleaned(found.titles, MOST.title),
    descriptions: cleaned(found.descriptions, MOST.description),
    keywords: [...new Set(cleaned(found.keywords, MOST.keyword))].slice(0, MOST.keywords),
    creators: cleaned(found.creators, MOST.title),
    dates: found.dates.flatMap((text) => dateOf(text) ?? []),
  }
}

function cleaned(texts: string[], most: number): string[] {
  const plain = texts.map((text) => text.normalize('NFC').replace(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu, ' '))
  return plain.map((text) => text.trim().slice(0, most)).filter((text) => text && !MEANINGLESS.test(text))
}

/** `2024:05:01 12:00:00`, `2024-05-01T…` and `20240501`; clocks that were never set are left out. */
function dateOf(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^\s*(\d{4})[:-]?(\d\d)[:-]?(\d\d)/.exec(text) ?? []
  const date = `${year}-${month}-${day}`
  return Number(year) > 1904 && year !== '1970' && !Number.isNaN(Date.parse(date)) ? date : undefined
}

export const isJapanese = (text: string) => /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u.test(text)
