import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { NO_NOTES } from '#server/ingest/notes/notes.ts'
import { readCategories } from './category-sheet.ts'
import { detailsOf, readMetadata } from './metadata.ts'
import { readSheetFile } from './sheet-text.ts'

function read(text: string | Buffer) {
  const { rows, problems, warnings } = readMetadata(Buffer.from(text), 'metadata.csv')
  const details = new Map([...rows].map(([file, row]) => [file, detailsOf(file, row, NO_NOTES, 'Nagare')]))
  return { details, problems, warnings }
}

test('a sheet with byte order mark, CRLF and quoted line breaks is read', () => {
  const { details, problems } = read(
    '\ufefffile,title_en,title_ja,description_en,keywords_ja,category\r\na.mp4,"Rain, ""soft""",雨,"One.\r\n\r\nTwo.",雨; 梅雨 ;雨,four_seasons\r\n',
  )
  expect(problems).toEqual([])
  expect(details.get('a.mp4')).toMatchObject({
    title: 'Rain, "soft"',
    title_ja: '雨',
    description: 'One.\r\n\r\nTwo.',
    keywords_ja: ['雨', '梅雨'],
    category: 'four_seasons',
    license: 'Nagare Standard License',
    license_type: 'commercial',
  })
})

test('a bad row is reported by line and column, and the others are read', () => {
  const { details, problems } = read(
    'file,description_en,license_type,source_url\na.mp4,"two\nlines",commercial,\nb.mp4,,free,javascript:x\nc.mp4,,editorial,\n',
  )
  expect([...details.keys()]).toEqual(['a.mp4', 'c.mp4'])
  expect(problems).toEqual([
    'metadata.csv line 4, column license_type: must be commercial or editorial',
    'metadata.csv line 4, column source_url: is not an http address',
  ])
})

test('a row with too many fields is reported, and the others are read', () => {
  const { details, problems } = read('file,title_en\na.mp4,A\nb.mp4,B,extra\n\nc.mp4,C\n')
  expect([...details.keys()]).toEqual(['a.mp4', 'c.mp4'])
  expect(problems).toEqual(['metadata.csv line 3: 3 fields where the header has 2'])
})

test('quotes inside a text are text', () => {
  const { details, problems } = read('file,title_en\na.mp4,A 5" disk\nb.mp4,"B" or not\nc.mp4,C\n')
  expect([...details.values()].map(({ title }) => title)).toEqual(['A 5" disk', '"B" or not', 'C'])
  expect(problems).toEqual([])
})

test('an unclosed quote loses only its own row, and is reported', () => {
  const { details, problems } = read('file,title_en\na.mp4,A\nb.mp4,"B\nc.mp4,C\nd.mp4,D\n')
  expect([...details.keys()]).toEqual(['a.mp4', 'c.mp4', 'd.mp4'])
  expect(problems).toEqual(['metadata.csv line 3: a quote is opened and never closed'])
})

test('an unclosed quote after many empty lines is found at its own line', () => {
  const empty = 20_000
  const { details, problems } = read(`file,title_en\n${'\n'.repeat(empty)}a.mp4,"A\n\nb.mp4,B\n`)
  expect([...details.keys()]).toEqual(['b.mp4'])
  expect(problems).toEqual([`metadata.csv line ${empty + 2}: a quote is opened and never closed`])
})

test('after ten unclosed quotes the rest is not read, since each costs another reading', () => {
  const { details, problems } = read(`file,title_en\na.mp4,A\n${',""a""",",\n'.repeat(2_000)}`)
  expect([...details.keys()]).toEqual(['a.mp4'])
  expect(problems).toEqual([
    ...Array.from(
      { length: 10 },
      (_, at) => `metadata.csv line ${at + 3}: a quote is opened and never closed`,
    ),
    'metadata.csv line 13: the rest is not read',
  ])
})

test('problems and warnings without end are counted, not listed', () => {
  const rows = Array.from({ length: 700 }, (_, at) => `${at}.mp4,free,${'x'.repeat(900)}`)
  const { problems, warnings } = read(`file,license_type,${'long'.repeat(50)}\n${rows.join('\n')}\n`)
  expect([problems.length, problems.at(-1)]).toEqual([501, 'and 200 more'])
  expect(warnings).toEqual([
    `metadata.csv: column "${'long'.repeat(50).slice(0, 79)}…" is not known and is not read`,
  ])
  const [twice = ''] = read(`file\n${`${'x'.repeat(5000)}\n`.repeat(2)}`).problems
  expect(twice).toMatch(/^metadata\.csv line 3, column file: x+…$/)
  expect(twice.length).toBe(300)
})

test('a sheet with too many rows, columns or bytes is not read whole, and says so', () => {
  const { details, problems } = read(`file\n${'a\n'.repeat(100_001)}`)
  expect([[...details.keys()], problems[0]]).toEqual([['a'], 'metadata.csv: there are more than 100000 rows'])
  const wide = Array.from({ length: 501 }, (_, at) => `c${at}`).join(';')
  expect(read(`${wide}\n`).problems).toEqual(['metadata.csv line 1: 501 columns, where at most 500 are read'])
  expect(read(Buffer.alloc(32 * 1024 * 1024 + 1, 'a')).problems).toEqual([
    'metadata.csv is larger than 32 MB; split it',
  ])
  expect(readCategories(Buffer.from(`key,label_en\n${'a,A\n'.repeat(10_001)}`), 'c.csv').problems).toEqual([
    'c.csv: there are more than 10000 rows',
  ])
})

test('a file too large for a sheet is not read whole', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'nagare-sheet-')), 'metadata.csv')
  await writeFile(path, 'file\na.mp4\n')
  await truncate(path, 3 * 1024 ** 3)
  const bytes = await readSheetFile(path)
  expect(readMetadata(bytes, 'metadata.csv').problems).toEqual([
    'metadata.csv is larger than 32 MB; split it',
  ])
  await rm(dirname(path), { recursive: true })
})

test('a name that leads out of the folder, or comes twice, is refused', () => {
  const { problems } = read('file\n../etc/passwd\na.mp4\na.mp4\n')
  expect(problems).toEqual([
    'metadata.csv line 2, column file: must be in the folder of the sheet',
    'metadata.csv line 4, column file: a.mp4 has a row already',
  ])
})

test('a composed name finds a file with the decomposed one', () => {
  expect(read(`file\n${'が.mp4'.normalize('NFD')}\n`).details.has('が.mp4'.normalize('NFC'))).toBe(true)
})

test('an unknown column is warned of, a missing file column is a problem', () => {
  expect(read('file,colour\na.mp4,red\n').warnings).toEqual([
    'metadata.csv: column "colour" is not known and is not read',
  ])
  expect(read('name\na.mp4\n').problems).toEqual(['metadata.csv line 1: there is no column "file"'])
})

test('control characters and marks that turn the direction are reported', () => {
  const { details, problems } = read(
    'file,title_en,keywords_ja,description_en\na.mp4,Ra\0in,,\nb.mp4,,雨;\u202e霧,\nc.mp4,,,"One\n\tTwo"\nd\0.mp4,,,\n',
  )
  expect([...details.keys()]).toEqual(['c.mp4'])
  expect(problems).toEqual([
    'metadata.csv line 2, column title_en: has hidden characters',
    'metadata.csv line 3, column keywords_ja: has hidden characters',
    'metadata.csv line 6, column file: has hidden characters',
  ])
  expect(readCategories(Buffer.from('key,label_en\nsea,S\0ea\n'), 'categories.csv').problems).toEqual([
    'categories.csv line 2, column label_en: has hidden characters',
  ])
})

test('a column that comes twice is reported, and nothing is read', () => {
  const { details, problems } = read('file,title_en,title_en,,\na.mp4,One,Two,,\n')
  expect([...details.keys()]).toEqual([])
  expect(problems).toEqual(['metadata.csv line 1: column "title_en" comes twice'])
})

test('an unknown encoding is reported', () => {
  expect(read(Buffer.from([0x66, 0x69, 0x6c, 0x65, 0x0a, 0x93, 0xff])).problems).toEqual([
    'metadata.csv is neither UTF-8 nor Shift_JIS; save it as "CSV UTF-8"',
  ])
})

test('a missing language takes the other’s text', () => {
  const details = read('file,title_ja,description_en\na.mp4,雨,Soft rain\n').details.get('a.mp4')
  expect(details).toMatchObject({ title: '雨', title_ja: '雨', description_ja: 'Soft rain' })
})

test('categories are read with their labels and order; a bad one is reported', () => {
  const sheet = 'key,label_en,label_ja,position\nfour_seasons,Four Seasons,四季,5\nBad Key,x,y,1\nsea,Sea,,\n'
  const { categories, problems } = readCategories(Buffer.from(sheet), 'categories.csv')
  expect([...categories.values()]).toEqual([
    { key: 'four_seasons', label: 'Four Seasons', label_ja: '四季', position: 5 },
    { key: 'sea', label: 'Sea', label_ja: 'Sea', position: 1000 },
  ])
  expect(problems).toEqual([
    'categories.csv line 3, column key: must be lower case words joined by underscores',
  ])
})

test('an agency’s sheet is read by its own columns', () => {
  const adobe = read('Filename,Title,Keywords,Category,Releases\na.mp4,Rain in Kyoto,"rain, kyoto, 雨",11,\n')
  expect(adobe).toMatchObject({ problems: [], warnings: [] })
  expect(adobe.details.get('a.mp4')).toMatchObject({
    ...{ title: 'Rain in Kyoto', keywords: ['rain', 'kyoto'], keywords_ja: ['雨'] },
    ...{ category: 'uncategorised', license_type: 'commercial' },
  })
  const shutterstock = read(
    'Filename,Description,Keywords,Categories,Editorial,Mature content,illustration\na.mov,Rain,"rain,wet",Nature,yes,no,no\n',
  )
  expect(shutterstock).toMatchObject({ problems: [], warnings: [] })
  expect(shutterstock.details.get('a.mov')).toMatchObject({ title: 'Rain', license_type: 'editorial' })
  const pixta = read('ファイル名,タイトル,タグ,撮影日\na.mp4,京都の雨,雨、京都　梅雨,2024/6/1\n')
  expect(pixta).toMatchObject({ problems: [], warnings: [] })
  expect(pixta.details.get('a.mp4')).toMatchObject({
    ...{ title: '京都の雨', keywords_ja: ['雨', '京都', '梅雨'], keywords: [], date_created: '2024-06-01' },
  })
})

test('a long description of Shutterstock’s is a title that ends at a word, and a description', () => {
  const long = `${'Rain falls on the old stones of Kyoto '.repeat(8)}today`
  const { details } = read(`Filename,Description,Keywords\na.mp4,${long},rain\n`)
  const { title, description } = details.get('a.mp4')!
  expect(long.startsWith(`${title} `)).toBe(true)
  expect(title.length).toBeLessThanOrEqual(200)
  expect(description).toBe(long)
})

test('a sheet is read in the encodings that spreadsheets save, and with their separators', () => {
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
    const { details, problems } = read(bytes)
    expect(problems).toEqual([])
    expect(details.get('a.mp4')?.title_ja).toBe('京都の雨')
  }
})
