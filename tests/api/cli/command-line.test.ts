import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isPassword } from '#server/accounts/password/password.ts'
import { aLibrary, type Library, makeVideo } from '../../support/footage.ts'
import { runCli, runCommandHere } from '../../support/run-cli.ts'

let library: Library
let folder: string

beforeEach(async () => {
  library = await aLibrary()
  folder = join(library.root, 'footage')
  await mkdir(folder)
})
afterEach(() => library.close())

const nagare = (args: string[], input = '') => runCommandHere(args, library.env, input)

test.each(
  [
    [],
    ['migrate'],
    ['ingest'],
    ['demo'],
    ['admin', 'create'],
    ['admin', 'second-factor'],
    ['clips', 'list'],
    ['clips', 'remove'],
    ['testers', 'keys'],
    ['testers', 'list'],
  ].map((verb) => [verb]),
)('help of %j tells the exit codes', async (verb) => {
  const { code, stdout } = await nagare([...verb, '--help'])
  expect(code).toBe(0)
  expect(stdout).toContain('Exit codes:')
})

test.each([
  [['sing']],
  [['ingest']],
  [['ingest', '/no/such/folder']],
  [['ingest', '.', '--concurrency', 'many']],
  [['admin', 'create', '--name', 'Aya']],
  [['admin', 'second-factor', 'perhaps']],
  [['clips', 'remove', 'seven', '--yes']],
  [['testers', 'keys', '--count', '0']],
])('%j is wrong use', async (args) => {
  const { code, stderr } = await nagare(args)
  expect(code).toBe(2)
  expect(stderr).not.toContain('    at ')
})

test('a wrong setting gives one line', async () => {
  const { code, stderr } = await runCommandHere(['clips', 'list'], { ...library.env, PORT: 'harbour' })
  expect(code).toBe(2)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toContain('PORT')
})

test('a database without migrations gives the command to run', async () => {
  const fresh = { ...library.env, DATA_DIR: join(library.root, 'fresh') }
  const { code, stderr } = await runCommandHere(['clips', 'list'], fresh)
  expect(code).toBe(1)
  expect(stderr).toContain('migrate')
  expect((await runCommandHere(['migrate'], fresh)).stdout).toContain('0001')
  expect((await runCommandHere(['migrate'], fresh)).stdout).toContain('up to date')
  expect((await runCommandHere(['clips', 'list'], fresh)).stdout).toContain('0 clips.')
})

test('footage is ingested, listed and removed', async () => {
  await makeVideo(join(folder, '雨.mp4'))
  const taken = await nagare(['ingest', folder])
  expect(taken).toMatchObject({ code: 0, stdout: '1 made, 0 updated, 0 skipped, 0 refused.\n' })
  expect(taken.stderr).toMatch(/made: 雨\.mp4 \(video, clip 1\) in [\d.]+ s, \d+ kB\n/)
  expect((await nagare(['clips', 'list'])).stdout).toMatch(/1 {2}雨 .*192×108 1\.0 s/)
  expect(JSON.parse((await nagare(['clips', 'list', '--json'])).stdout)).toMatchObject([
    { id: 1, title: '雨' },
  ])
  expect((await nagare(['clips', 'remove', '1'])).code).toBe(2)
  expect((await nagare(['clips', 'remove', '1', '--yes'])).stdout).toBe('Removed clip 1.\n')
  expect((await nagare(['clips', 'remove', '1', '--yes'])).code).toBe(1)
})

test('refused files and rows are named with their reasons, and the exit code says so', async () => {
  await writeFile(join(folder, 'a\u001b[31m\nletter.mp4'), 'Dear visitor')
  await writeFile(join(folder, 'metadata.csv'), 'file,license_type\nx.mp4,free\n')
  const { code, stdout } = await nagare(['ingest', folder])
  expect(code).toBe(3)
  expect(stdout).toContain('refused: a\\u{1b}[31m\\nletter.mp4 (the content is neither')
  expect(stdout).toContain('metadata.csv: 0 rows applied · 1 without a file\n')
  expect(stdout).toContain('  Row 2, column B (license_type): “free” must be commercial or editorial\n')
  expect(stdout).not.toContain('\u001b')
})

test('what became of the sheets is printed before the first file, in the language of the terminal', async () => {
  await makeVideo(join(folder, 'rain.mp4'))
  await writeFile(join(folder, 'metadata.csv'), 'file,license_type\nrain.mp4,\nsnow.mp4,\nhail.mp4,free\n')
  const env = { ...library.env, LC_ALL: 'ja_JP.UTF-8' }
  const { stderr } = await runCli(['ingest', folder, '--dry-run'], env)
  expect(stderr).toMatch(
    /^metadata\.csv: 1行を適用 · 2行はファイルなし\n {2}見つからないファイル：snow\.mp4、hail\.mp4\n {2}4行目B列（license_type）：「free」は/,
  )
})

test('an unreadable folder in PATH does not end ingest', async () => {
  const loop = join(library.root, 'loop')
  await symlink(loop, loop)
  const { FFMPEG_PATH: _ffmpeg, FFPROBE_PATH: _ffprobe, ...env } = library.env as Record<string, string>
  const PATH = [loop, join(folder, 'gone'), process.env.PATH].join(':')
  const { code, stdout } = await runCli(['ingest', folder], { ...env, PATH })
  expect({ code, stdout }).toEqual({ code: 0, stdout: '0 made, 0 updated, 0 skipped, 0 refused.\n' })
})

test('programs can read the summary', async () => {
  await makeVideo(join(folder, 'rain.mp4'))
  const { stdout } = await nagare(['ingest', folder, '--dry-run', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({
    outcomes: [{ file: 'rain.mp4', result: 'made' }],
    interrupted: false,
  })
})

test('keys of early testers are made, listed and revoked', async () => {
  const made = await nagare(['testers', 'keys', '--count', '2', '--label', 'Friends of 雨'])
  expect(made.code).toBe(0)
  const [first = '', second = ''] = made.stdout.trim().split('\n')
  expect(second).toMatch(/^http:\/\/.+\/promo-signup\?k=[2-9a-z]{16}$/)
  const key = first.split('?k=')[1]!
  expect((await nagare(['testers', 'keys', '--revoke', key])).stdout).toBe('Revoked.\n')
  expect((await nagare(['testers', 'keys', '--revoke', key])).code).toBe(1)
  const { stdout } = await nagare(['testers', 'keys'])
  expect(stdout).toMatch(new RegExp(`^${key} .* 0 testers {2}Friends of 雨 +revoked `))
  expect(stdout).toContain('2 keys.')
  expect((await nagare(['testers', 'list'])).stdout).toBe('0 of 20 spots are taken.\n')
})

test('the admin is made once, as user 1, with a hashed password', async () => {
  const create = ['admin', 'create', '--email', 'Aya@Example.com', '--name', 'Aya', '--password-stdin']
  expect((await nagare(create, 'short\n')).code).toBe(2)
  expect((await nagare(['admin', 'second-factor'])).stdout).toMatch(/^Optional/)
  const made = await nagare(create, '青い海と白い波 24\n')
  expect([made.code, made.stdout]).toEqual([
    0,
    expect.stringContaining('asks the admin and editors for a second factor'),
  ])
  expect((await nagare(['admin', 'second-factor'])).stdout).toMatch(/^Required/)
  const again = await nagare(create, 'another password\n')
  expect(again).toMatchObject({ code: 1, stderr: 'nagare: there is an admin already\n' })
  const [user, ...others] = await library.deps.db.selectFrom('users').selectAll().execute()
  expect(others).toEqual([])
  expect(user).toMatchObject({ id: 1, email: 'Aya@Example.com', email_normalised: 'aya@example.com' })
  expect(await isPassword('青い海と白い波 24', user?.password_hash ?? '')).toBe(true)
})
