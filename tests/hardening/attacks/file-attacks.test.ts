import { parse } from 'csv-parse/sync'
import { getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packInMemory, packToDisk, type ZipEntry } from '#stores/download/pack-zip.ts'
import { uniqueNames } from '#stores/download/zip-manifest.ts'
import { aClip } from '../../support/database/rows.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

/** Names of files and texts that have broken out of folders, cells and headers elsewhere. */
const NAMES = [
  ...[
    '../../etc/passwd',
    '..\\..\\windows\\system.ini',
    '/etc/cron.d/x',
    'C:\\boot.ini',
    '\\\\host\\share\\x',
  ],
  ...'. .. ... .bashrc ~/.ssh/authorized_keys ./a.mp4 a/../b.mp4 c:d.mp4 a.mp4:stream'.split(' '),
  ...[
    'a\u0000.mp4',
    'a.mp4\u0000.exe',
    'a\r\nSet-Cookie: x=1\r\n\r\n.mp4',
    'a\nb.mp4',
    'a\u2028b.mp4',
    '\u007f',
  ],
  ...['CON', 'con.mp4', 'NUL.txt', 'COM1.mp4', 'LPT9', 'AUX .mp4', 'a.mp4.', 'a.mp4 ', ' a.mp4', 'a. . .'],
  ...[
    '\u202egpj.exe',
    'a\u2066b\u2069.mp4',
    'a\u200b.mp4',
    '\ufeff.mp4',
    'x\ud800.mp4',
    'ä.mp4',
    'a\u0308.mp4',
  ],
  ...['x'.repeat(300), `${'雨'.repeat(300)}.mp4`, `${'🌸'.repeat(90)}.mp4`, `a.${'b'.repeat(300)}`],
  ...['Film.mp4', 'film.mp4', 'FILM.MP4', 'film (2).mp4', 'manifest.json', 'LICENCE.TXT', 'Ä.mp4'],
  ...[
    '"; filename="evil.exe',
    "a'b.mp4",
    'a;b=c.mp4',
    '%2e%2e%2fx',
    '%0d%0aX: 1',
    '<b>.mp4',
    '*?|.mp4',
    '-rf',
    '$(id)',
  ],
  ...[
    '=cmd|"/c calc"!A0',
    '+1+1',
    '-1+1',
    '@SUM(1)',
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    ' =1+1',
    '\ufeff=1+1',
    '＝1+1',
  ],
  ...[
    'x;=1+1',
    'x\t=1+1',
    'x,=1+1',
    'x"\n=1+1',
    "'=1+1",
    '=HYPERLINK("http://evil.example")',
    '|calc',
    '＠x',
    '－1',
  ],
]

let server: TestServer
let pro: TestMember
let admin: TestMember
let ids: number[]

beforeAll(async () => {
  server = await startTestServer({ env: { LOG_LEVEL: 'fatal' } })
  admin = await aMember(server.deps, { admin: true, name: '=1+1' })
  pro = await aMember(server.deps, { membership: 'pro', name: NAMES.join(' ').slice(0, 100) })
  ids = []
  for (const name of NAMES) ids.push((await aClip(server.deps.db, rowsOf(name))).id)
})
afterAll(() => server.close())

/** Every text of a clip. */
function rowsOf(text: string) {
  const list = JSON.stringify([text, text])
  return {
    source: {
      ...{ title: text, title_ja: text, description: text, description_ja: text, file_name: text },
      ...{ keywords: list, keywords_ja: list, tags: list, source: text, user_name: text, license: text },
    },
    media: { file_name: text, original_filename: text, modifier_model: text },
  }
}

const ask = (path: string, { headers }: TestMember, init: RequestInit = {}) =>
  fetch(server.at(path), { ...init, headers: { ...headers, 'content-type': 'application/json' } })

/** Film names from the server: in its answer and in the film's header. */
async function filmNames(): Promise<string[]> {
  const { db, storage } = server.deps
  const medias = await db.selectFrom('medias').select('cloudpath').orderBy('source_id').execute()
  const names: string[] = []
  for (const { cloudpath } of medias) {
    await storage.put(cloudpath, Buffer.from('film'), 'video/mp4')
    const { url, file_name } = await (await ask(`/api/media-sign?filepath=${cloudpath}`, pro)).json()
    const film = await fetch(server.at(url))
    expect(await film.text()).toBe('film')
    expect([...film.headers.keys()]).not.toContain('set-cookie')
    expect(film.headers.get('content-disposition'), file_name).toMatch(
      /^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]+"(?:; filename\*=UTF-8''[A-Za-z0-9!._~%-]+)?$/,
    )
    names.push(file_name)
  }
  return names
}

/** Every system takes it as one file name, and displays it unchanged. */
function expectPortable(name: string): void {
  expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]|^[\s.~-]|[. ]$/u)
  expect(name).not.toMatch(/^(?:con|nul|aux|prn|com\d|lpt\d)\s*(?:\.|$)/i)
  expect(name).toBe(name.normalize('NFC'))
  expect(Buffer.byteLength(name), name).toBeLessThanOrEqual(255)
}

test('films with hostile names are saved and unpacked as separate files, inside their folder', async () => {
  const names = await filmNames()
  for (const name of names) expectPortable(name)
  for (const pack of [inMemory, toDisk]) {
    const { default: JSZip } = await import('jszip')
    const { files } = await JSZip.loadAsync(await pack(entries(names)))
    const packed = Object.values(files).map((file) => file.unsafeOriginalName ?? file.name)
    for (const name of packed) expectPortable(name)
    const onDisk = new Set(packed.map((name) => name.normalize('NFC').toLowerCase()))
    expect(onDisk.size).toBe(NAMES.length)
  }
})

async function* entries(names: readonly string[]): AsyncGenerator<ZipEntry> {
  const nameOf = uniqueNames()
  for (const name of names) yield { name: nameOf(name), input: 'film' }
}

const inMemory = async (films: AsyncIterable<ZipEntry>) => (await packInMemory(films)).arrayBuffer()

async function toDisk(films: AsyncIterable<ZipEntry>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  const file = new WritableStream<Uint8Array>({ write: (piece) => void pieces.push(piece.slice()) })
  await packToDisk(films, file, new AbortController().signal)
  return Buffer.concat(pieces)
}

/** Also in countries where semicolons separate cells. */
test.each([',', ';', '\t'])('no cell of a sheet is a formula, where cells end at %j', async (delimiter) => {
  const body = JSON.stringify({ ids })
  const sheets = await Promise.all([
    ask('/api/studio/library/csv', admin, { method: 'POST', body }),
    ...FILTERED.map((path) => ask(`/api/studio/${path}`, admin, { method: 'POST', body: '{}' })),
    ...PLAIN.map((path) => ask(`/api/studio/demand/${path}.csv`, admin)),
  ])
  for (const sheet of sheets) {
    expect(sheet.status, sheet.url).toBe(200)
    const rows: string[][] = parse(await sheet.text(), {
      delimiter,
      bom: true,
      relax_quotes: true,
      relax_column_count: true,
    })
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[\s\p{Cf}]*[=+\-@＝＋－＠]/u)
  }
})

const FILTERED = ['members/export', 'log/export']
const PLAIN = ['clips', 'creators', 'searches']

test('a certificate shows hostile texts as letters, without active content', async () => {
  const db = server.deps.db
  const text = ') Tj ET /JS (app.alert(1)) <script>x</script> \\) endobj'
  await db.updateTable('downloads').set({ licensee_name: text, clip_title: text, license: text }).execute()
  const { public_id } = await db.selectFrom('downloads').select('public_id').executeTakeFirstOrThrow()
  const pdf = new Uint8Array(await (await ask(`/api/licences/${public_id}/pdf`, pro)).arrayBuffer())
  expect(Buffer.from(pdf).toString('latin1')).not.toMatch(
    /\/(?:JavaScript|JS|Launch|OpenAction|AA|EmbeddedFile|SubmitForm)\b/,
  )
  const document = await getDocumentProxy(pdf)
  const page = await document.getPage(1)
  const { items } = await page.getTextContent()
  const letters = items
    .map((item) => ('str' in item ? item.str : ''))
    .join('')
    .replaceAll(/\s/g, '')
  expect(letters).toContain(text.replaceAll(/\s/g, ''))
  const links = (await page.getAnnotations()).map(({ url }) => String(url ?? ''))
  for (const link of links) expect(link).toMatch(/^http:\/\/nagare\.example\//)
})
