import { execFileSync, spawn } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Mutant, mutantsOf } from './mutants-of.ts'
import { reaches } from './tests-that-reach.ts'

const FOLDERS = [
  'src/domain',
  ...['accounts', 'billing', 'downloads', 'sets', 'media', 'limits'].map((name) => `src/server/${name}`),
]
/** Suites across rooms that `--wide` runs on mutants that nearby tests miss. */
const ACROSS = [
  'tests/api/accounts/accounts.test.ts',
  'tests/api/billing/payments',
  'tests/api/sets',
  'tests/api/media/rights',
]
/** A mutant that never ends is killed; the machine may be busy. */
const SECONDS = 180
const AT_ONCE = 2

interface Placed extends Mutant {
  file: string
}

const { values: options } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true, default: FOLDERS },
    sample: { type: 'string', default: '25' },
    seed: { type: 'string', default: '1' },
    wide: { type: 'boolean', default: false },
  },
})

/** The same order for the same seed (mulberry32). */
function shuffled<T>(list: T[], seed: number): T[] {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return list
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

function sampleOf(folder: string): Placed[] {
  const files = folder.endsWith('.ts') ? [folder] : globSync(`${folder}/**/*.ts`).sort()
  const all = files
    .filter((file) => !/\.(test|d)\.ts$/.test(file))
    .flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')).map((mutant) => ({ ...mutant, file })))
  return shuffled(all, Number(options.seed)).slice(0, Number(options.sample))
}

/** A copy of the working tree, so that nobody's files change. */
function copyOfTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'nagare-mutants-'))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  for (const file of files.trim().split('\n')) cpSync(file, join(copy, file))
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Ends with vitest's exit code, or with 124 after the time limit. */
function testsEnd(copy: string, filters: string[]): Promise<{ code: number; failed: string }> {
  // Killed on SQLite is enough: PostgreSQL would double the time.
  const pattern = String.raw`^(?!.*\(postgres\))`
  const vitest = [
    'node_modules/.bin/vitest',
    'run',
    ...filters,
    '--bail=1',
    '--maxWorkers=1',
    '--reporter=dot',
    '-t',
    pattern,
  ]
  const child = spawn('timeout', ['-k', '5', String(SECONDS), 'nice', ...vitest], {
    cwd: copy,
    env: { ...process.env, NO_COLOR: '1' },
  })
  let output = ''
  child.stdout.on('data', (data) => (output += data))
  child.stderr.on('data', (data) => (output += data))
  return new Promise((resolve) =>
    child.on('close', (code) => resolve({ code: code ?? 124, failed: /FAIL +(.*)/.exec(output)?.[1] ?? '' })),
  )
}

/** Folders of files that import a file. */
function importersOf(file: string): string[] {
  const specifier = file.replace(/^src\//, '#')
  const importers = globSync('src/**/*.{ts,tsx}').filter((path) =>
    readFileSync(path, 'utf8').includes(`'${specifier}'`),
  )
  return [...new Set(importers.map((path) => `${dirname(path)}/`))]
}

/** Of a folder or one file. */
function roomOf(folder: string): string {
  return folder.endsWith('.ts') ? dirname(folder) : folder
}

/** The room's own tests that load the file. */
function testsNear(file: string, folder: string): string[] {
  return globSync(`${roomOf(folder)}/**/*.test.ts`).filter((test) => reaches(test, file))
}

/** The room's own tests first, then those of the file's importers. */
async function outcome(copy: string, { file }: Placed, folder: string): Promise<string> {
  const tests = testsNear(file, folder)
  const near = tests.length > 0 ? await testsEnd(copy, tests) : { code: 0, failed: '' }
  const end = near.code === 0 && options.wide ? await testsEnd(copy, [...importersOf(file), ...ACROSS]) : near
  if (end.code === 0) return 'SURVIVED'
  return end.code >= 124 ? 'timeout' : `killed by ${end.failed}`
}

async function tryOne(copy: string, mutant: Placed, folder: string): Promise<boolean> {
  const path = join(copy, mutant.file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end))
  const result = await outcome(copy, mutant, folder)
  writeFileSync(path, source)
  const line = source.slice(0, mutant.start).split('\n').length
  const change = [source.slice(mutant.start, mutant.end), mutant.text]
    .map((text) => text.replace(/\s+/g, ' ').slice(-70))
    .join(' → ')
  console.log(`${result}\t${mutant.file}:${line}\t${mutant.kind}\t${change}`)
  return result !== 'SURVIVED'
}

async function scoreOf(folder: string, copies: string[]): Promise<string> {
  const queue = sampleOf(folder)
  const results: boolean[] = []
  const work = async (copy: string) => {
    for (let next = queue.pop(); next; next = queue.pop()) results.push(await tryOne(copy, next, folder))
  }
  await Promise.all(copies.map(work))
  return `${folder}: ${results.filter(Boolean).length} of ${results.length} killed`
}

for (const folder of options.folder)
  if (globSync(`${roomOf(folder)}/**/*.test.ts`).length === 0)
    throw new Error(`no tests in ${roomOf(folder)}`)
const copies = Array.from({ length: AT_ONCE }, copyOfTree)
try {
  const healthy = await testsEnd(copies[0] ?? '', options.folder.map(roomOf))
  if (healthy.code !== 0) throw new Error(`tests fail without a mutant: ${healthy.failed}`)
  const scores: string[] = []
  for (const folder of options.folder) scores.push(await scoreOf(folder, copies))
  console.log(scores.join('\n'))
} finally {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true })
}
