import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { sheetLines } from '#i18n/studio/sheets/sheet-lines.ts'
import { NO_NOTES } from '#server/ingest/notes/notes.ts'
import { detailsOf } from '#server/ingest/sheets/metadata.ts'
import { readSheetFile } from '#server/ingest/sheets/sheet-text.ts'
import { readSheetsBeside } from '#server/ingest/sheets/sheets-beside.ts'

const SEA = { key: 'sea', label: 'The Sea', label_ja: '海', position: 1 }

/** Reads sheets beside files; without names, every row has its file. */
async function readAll(sheets: Record<string, string | Buffer>, present?: string[]) {
  const files = Object.entries(sheets).map(([name, text]) => ({ name, read: async () => Buffer.from(text) }))
  const beside = await readSheetsBeside(files, [SEA])
  const reports = beside.reports(present ?? beside.files)
  const [{ result }] = reports as [(typeof reports)[0]]
  return {
    ...{
      result,
      reports,
      files: beside.files,
      category: (name: string) => beside.textsOf(name).category.key,
    },
    details: (name: string) => detailsOf(name, beside.textsOf(name).row, NO_NOTES, 'Nagare'),
    /** As an English command line tells them. */
    told: reports.flatMap((report) => sheetLines(report.result, 'en').details),
  }
}

const read = (text: string | Buffer, present?: string[]) => readAll({ 'metadata.csv': text }, present)

test('a sheet with byte order mark, CRLF and quoted line breaks is read', async () => {
  const { details, result } = await read(
    '\ufefffile,title_en,title_ja,description_en,keywords_ja,category\r\na.mp4,"Rain, ""soft""",雨,"One.\r\n\r\nTwo.",雨; 梅雨 ;雨,four_seasons\r\n',
  )
  expect(result).toMatchObject({ format: 'nagare', rows: 1, applied: 1, partial: 0, wrong: 0 })
  expect(details('a.mp4')).toMatchObject({
    ...{
      title: 'Rain, "soft"',
      title_ja: '雨',
      description: 'One.\r\n\r\nTwo.',
      keywords_ja: ['雨', '梅雨'],
    },
    ...{ category: 'four_seasons', license: 'Nagare Standard License', license_type: 'commercial' },
  })
})

test('good fields of a row apply beside a bad one, which is named as a spreadsheet counts', async () => {
  const many = Array.from({ length: 101 }, (_, at) => `w${at}`).join('; ')
  const { details, told, result } = await read(
    [
      'file,description_en,title_en,license_type,source_url,date_created,keywords_en',
      'a.mp4,"two\nlines",A,commercial,,,',
      '',
      `b.mp4,,B,free,javascript:x,2026-13-45,${many}`,
    ].join('\n'),
  )
  expect(result).toMatchObject({ rows: 2, applied: 2, partial: 1, without_file: { count: 0 } })
  expect(details('b.mp4')).toMatchObject({ title: 'B', license_type: 'commercial', keywords: [] })
  expect(told).toEqual([
    'Row 4, column D (license_type): “free” must be commercial or editorial',
    'Row 4, column E (source_url): “javascript:x” is not a web address',
    'Row 4, column F (date_created): “2026-13-45” is not a date such as 2024-05-31',
    'Row 4, column G (keywords_en): holds more than 100 entries',
  ])
})

test('rows without a file are counted and named', async () => {
  const { result } = await read('file\na.mp4\nb.mp4\nc.mp4\n', ['b.mp4'])
  expect(result).toMatchObject({ applied: 1, without_file: { count: 2, first: ['a.mp4', 'c.mp4'] } })
  expect(sheetLines(result, 'en')).toEqual({
    summary: '1 row applied · 2 without a file',
    details: ['Files that are not there: a.mp4, c.mp4'],
  })
  expect(sheetLines(result, 'ja').details).toEqual(['見つからないファイル：a.mp4、c.mp4'])
})

test('rows may lack empty fields at the end, or have more of them; a full field too many is told', async () => {
  const { told, files } = await read('file,title_en\na.mp4\nb.mp4,B,,\nc.mp4,C,extra\n,\n')
  expect(files).toEqual(['a.mp4', 'b.mp4'])
  expect(told).toEqual(['Row 4: has 3 fields where the header has 2'])
})

test('quotes inside a text are text', async () => {
  const { details, told } = await read('file,title_en\na.mp4,A 5" disk\nb.mp4,"B" or not\n')
  expect(['a.mp4', 'b.mp4'].map((file) => details(file).title)).toEqual(['A 5" disk', '"B" or not'])
  expect(told).toEqual([])
})

test('an unclosed quote loses only its own row, and is told, also after many empty lines', async () => {
  const first = await read('file,title_en\na.mp4,A\nb.mp4,"B\nc.mp4,C\nd.mp4,D,E\n')
  expect(first.files).toEqual(['a.mp4', 'c.mp4'])
  expect(first.told).toEqual([
    'Row 3: a quote is opened and never closed',
    'Row 5: has 3 fields where the header has 2',
  ])
  const late = await read(`file,title_en\n${'\n'.repeat(20_000)}a.mp4,"A\n\nb.mp4,B\n`)
  expect([late.files, late.told]).toEqual([['b.mp4'], ['Row 20002: a quote is opened and never closed']])
})

test('after ten unclosed quotes the rest is not read, since each costs another reading', async () => {
  const { files, told } = await read(`file,title_en\na.mp4,A\n${',""a""",",\n'.repeat(2_000)}`)
  expect(files).toEqual(['a.mp4'])
  expect(told).toHaveLength(11)
  expect(told.at(-1)).toBe('Row 13: the rest is not read, after too many open quotes')
})

test('problems without end are counted, not listed, and names are cut', async () => {
  const rows = Array.from({ length: 700 }, (_, at) => `${at}.mp4,free,${'x'.repeat(900)}`)
  const { result, told } = await read(`file,license_type,${'long'.repeat(50)}\n${rows.join('\n')}\n`)
  expect([result.problems.length, result.wrong, result.partial]).toEqual([500, 700, 700])
  expect(told.at(-1)).toBe('And 200 more.')
  expect(told[0]).toBe(`Columns that are not known and not read: ${'long'.repeat(50).slice(0, 79)}…`)
})

test('a sheet with too many rows, columns or bytes is not read whole, and says so', async () => {
  const long = await read(`file\n${'a\n'.repeat(100_001)}`)
  expect(long.result.problems.map(({ code }) => code)).toContain('tooManyRows')
  const wide = Array.from({ length: 501 }, (_, at) => `c${at}`).join(';')
  expect((await read(`${wide}\n`)).told).toEqual(['501 columns, where at most 500 are read'])
  const large = await read(Buffer.alloc(32 * 1024 * 1024 + 1, 'a'))
  expect(large.told).toEqual(['larger than 32 MB; please split the sheet'])
  const categories = await readAll({ 'categories.csv': `key,label_en\n${'a,A\n'.repeat(10_001)}` })
  expect(categories.told).toEqual(['more than 10,000 rows; please split the sheet'])
})

test('a file too large for a sheet is not read whole', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'nagare-sheet-')), 'metadata.csv')
  await writeFile(path, 'file\na.mp4\n')
  await truncate(path, 3 * 1024 ** 3)
  expect((await read(await readSheetFile(path))).told).toEqual(['larger than 32 MB; please split the sheet'])
  await rm(dirname(path), { recursive: true })
})

test('a name that leads out of the folder, or comes twice, is refused', async () => {
  const { told } = await readAll({
    'metadata.csv': 'file\n../etc/passwd\na.mp4\na.mp4\n',
    'other.csv': 'file\na.mp4\n',
  })
  expect(told).toEqual([
    'Row 2: “../etc/passwd” is not in the folder of the sheet',
    'Row 4: a.mp4 has a row already',
    'Row 2: another sheet has a row for a.mp4, which counts',
  ])
})

test('a composed name finds a file with the decomposed one', async () => {
  const [composed, decomposed] = ['NFC', 'NFD'].map((form) => 'が.mp4'.normalize(form)) as [string, string]
  const { result, files } = await read(`file\n${decomposed}\n`, [decomposed])
  expect([files, result.applied]).toEqual([[composed], 1])
})

test('unknown columns are named, those of an export are told apart, and a missing file column is a problem', async () => {
  expect((await read('id,file,state,colour,constructor\n1,a.mp4,draft,red,x\n')).told).toEqual([
    'Columns that are not known and not read: colour, constructor',
    'Exported for you to read, never imported: id, state',
  ])
  const { result, told } = await read('name\na.mp4\n')
  expect(result).toMatchObject({ format: null, rows: 1, applied: 0 })
  expect(told).toEqual(['Row 1: no column “file”, and the columns are not those of an agency'])
})

test('control characters and marks that turn the direction are told', async () => {
  const { details, told, files } = await read(
    'file,title_en,keywords_ja,description_en\na.mp4,Ra\0in,,\nb.mp4,,雨;\u202e霧,\nc.mp4,,,"One\n\tTwo"\nd\0.mp4,,,\n',
  )
  expect(files).toEqual(['a.mp4', 'b.mp4', 'c.mp4'])
  expect(details('c.mp4').description).toBe('One\n\tTwo')
  expect(told).toEqual([
    'Row 2, column B (title_en): has hidden characters',
    'Row 3, column C (keywords_ja): has hidden characters',
    'Row 5: has hidden characters',
  ])
  expect((await readAll({ 'categories.csv': 'key,label_en\nsea,S\0ea\n' })).told).toEqual([
    'Row 2, column B (label_en): has hidden characters',
  ])
})

test('a column that comes twice is told, and nothing is read', async () => {
  const { files, told } = await read('file,title_en,title_en,,\na.mp4,One,Two,,\n')
  expect([files, told]).toEqual([[], ['the column “title_en” comes twice']])
})

test('a missing language takes the other’s text', async () => {
  const { details } = await read('file,title_ja,description_en\na.mp4,雨,Soft rain\n')
  expect(details('a.mp4')).toMatchObject({ title: '雨', title_ja: '雨', description_ja: 'Soft rain' })
})

test('categories are read with their labels; rows name one by key or label, in the sheet or the shop', async () => {
  const categories =
    'key,label_en,label_ja,position\nfour_seasons,Four Seasons,四季,5\nBad Key,x,y,1\nrain,Rain,,\n'
  const metadata = 'file,title_en,category\na,A,四季\nb,B,four seasons\nc,C,海\nd,D,new_key\ne,E,Nowhere\n'
  const { category, details, told, reports } = await readAll({
    'categories.csv': categories,
    'metadata.csv': metadata,
  })
  expect(['a', 'b', 'c', 'd', 'e'].map(category)).toEqual([
    ...['four_seasons', 'four_seasons', 'sea', 'new_key', 'uncategorised'],
  ])
  expect(details('e').title).toBe('E')
  expect(reports[0]?.result).toMatchObject({ rows: 3, applied: 2 })
  expect(told).toEqual([
    'Row 3, column A (key): “Bad Key” must be lower case words joined by underscores',
    'Row 6, column C (category): there is no category “Nowhere”',
  ])
})

test.each([
  '2024-05-31',
  '2024/5/31',
  '2024/05/31',
  '2024.5.31',
  '2024年5月31日',
  '２０２４／５／３１',
  '2024/5/31 0:00',
])('a spreadsheet’s date is read: %s', async (date) => {
  const { details } = await read(`file,date_created\na.mp4,${date}\n`)
  expect(details('a.mp4').date_created).toBe('2024-05-31')
})

test('keywords are separated as people do in either language', async () => {
  const { details } = await read('file,keywords_ja,tags\na.mp4,"雨、霧，雲；風;雪,海",a；b\n')
  expect(details('a.mp4')).toMatchObject({ keywords_ja: [...'雨霧雲風雪海'], tags: ['a', 'b'] })
})

test('an agency’s sheet is read by its own columns, and problems name these', async () => {
  const adobe = await read(
    'Filename,Title,Keywords,Category,Releases,Description\na.mp4,Rain in Kyoto,"rain, kyoto, 雨",11,,Soft\n',
  )
  expect(adobe.told).toEqual([])
  expect(adobe.details('a.mp4')).toMatchObject({
    ...{ title: 'Rain in Kyoto', keywords: ['rain', 'kyoto'], keywords_ja: ['雨'], description: 'Soft' },
    ...{ category: 'uncategorised', license_type: 'commercial' },
  })
  const shutterstock = await read(
    'Filename,Description,Keywords,Categories,Editorial,Mature,illustration\na.mov,Rain,"rain,wet",Nature,yes\n',
  )
  expect(shutterstock.told).toEqual([])
  expect(shutterstock.details('a.mov')).toMatchObject({ title: 'Rain', license_type: 'editorial' })
  const pixta = await read(
    'ファイル名,タイトル,タグ,撮影日,コメント\na.mp4,京都の雨,雨、京都　梅雨,2024/6/1,\nb.mp4,霧,霧,いつか,\n',
  )
  expect(pixta.told).toEqual(['Row 3, column D (撮影日): “いつか” is not a date such as 2024-05-31'])
  expect(pixta.details('a.mp4')).toMatchObject({
    ...{ title: '京都の雨', keywords_ja: ['雨', '京都', '梅雨'], keywords: [], date_created: '2024-06-01' },
  })
  expect(pixta.details('b.mp4').title).toBe('霧')
  const filled = await read('ID,File name,Title,Keyword,Comment\n77,a.mov,桜,桜 春 京都,満開\n')
  expect(filled.result).toMatchObject({ format: 'pixta', applied: 1, wrong: 0, unknown: { count: 0 } })
  expect(filled.details('a.mov').keywords_ja).toEqual(['桜', '春', '京都'])
})

test('a long description of Shutterstock’s is a title that ends at a word, and a description', async () => {
  const long = `${'Rain falls on the old stones of Kyoto '.repeat(8)}today`
  const { details } = await read(`Filename,Description,Keywords\na.mp4,${long},rain\n`)
  const { title, description } = details('a.mp4')
  expect(long.startsWith(`${title} `)).toBe(true)
  expect(title.length).toBeLessThanOrEqual(200)
  expect(description).toBe(long)
})

test('a sheet is read in the encodings that spreadsheets save, and with their separators', async () => {
  const text = 'file,title_ja\r\na.mp4,京都の雨\r\n'
  const utf16 = Buffer.from(text, 'utf16le')
  const swapped = Buffer.from(utf16).swap16()
  const shiftJis = Buffer.from('66696c652c7469746c655f6a610d0a612e6d70342c8b9e937382cc894a0d0a', 'hex')
  for (const bytes of [
    Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
    Buffer.concat([Buffer.from([0xfe, 0xff]), swapped]),
    utf16,
    swapped,
    shiftJis,
    Buffer.from(text.replaceAll(',', ';')),
    Buffer.from(text.replaceAll(',', '\t')),
  ]) {
    const { details, told } = await read(bytes)
    expect(told).toEqual([])
    expect(details('a.mp4').title_ja).toBe('京都の雨')
  }
  // Excel's CP932 has letters that Shift_JIS lacks: ①髙～.
  const excel = Buffer.concat([shiftJis.subarray(0, -2), Buffer.from('8740fbfc8160', 'hex')])
  expect((await read(excel)).details('a.mp4').title_ja).toBe('京都の雨①髙～')
  expect((await read(Buffer.from([0x66, 0x69, 0x6c, 0x65, 0x0a, 0x93, 0xff]))).told).toEqual([
    'neither UTF-8 nor UTF-16 nor Shift_JIS; please save it as “CSV UTF-8”',
  ])
})
