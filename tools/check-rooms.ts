import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** Which rooms of src each room may import, besides itself. The table in docs/architecture.md says why. */
const MAY_IMPORT: Record<string, string[]> = {
  domain: [],
  contract: ['domain'],
  i18n: ['contract', 'domain'],
  stores: ['contract', 'domain'],
  islands: ['stores', 'contract', 'domain', 'i18n'],
  components: ['islands', 'contract', 'domain', 'i18n', 'styles'],
  layouts: ['islands', 'components', 'contract', 'domain', 'i18n', 'styles'],
  content: ['i18n'],
  server: ['contract', 'domain', 'content'],
  pages: [
    'contract',
    'domain',
    'i18n',
    'stores',
    'islands',
    'components',
    'layouts',
    'content',
    'styles',
    'server',
  ],
  cli: ['server', 'contract', 'domain', 'i18n'],
}

/** Path of a source file below the project's root, and its text. */
export type Sources = ReadonlyMap<string, string>

interface Import {
  from: string
  to: string
  isType: boolean
}

/**
 * One line for each import that the table forbids, for each cycle of value imports between rooms of src/server, and for
 * each import within a circle of files.
 */
export function roomProblems(sources: Sources): string[] {
  const imports = [...sources].flatMap(([path, text]) => importsOf(path, text))
  return [...imports.flatMap(forbidden), ...cycles(imports), ...circlesOfFiles(imports)]
}

function forbidden({ from, to }: Import): string[] {
  const [room, target] = [roomOf(from), roomOf(to)]
  const allowed = room && MAY_IMPORT[room]
  if (room === 'server' && to.startsWith('astro:'))
    return [`${from} imports ${to}: the command line runs it too`]
  if (!allowed || !target || target === room || allowed.includes(target)) return []
  return [`${from} imports ${to}: ${room} may import ${allowed.join(', ') || 'nothing of ours'}`]
}

/** Folders of src/server that import each other in a cycle, by imports that load code. */
function cycles(imports: readonly Import[]): string[] {
  const needs = new Map<string, Map<string, Import>>()
  for (const one of imports) {
    const [from, to] = [serverRoom(one.from), serverRoom(one.to)]
    if (one.isType || !from || !to || from === to || /\.test\.tsx?$/.test(one.from)) continue
    needs.set(from, (needs.get(from) ?? new Map()).set(to, one))
  }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(needs.get(from)?.keys() ?? [])].some((next) => {
      if (next === to) return true
      return !seen.has(next) && reaches(next, to, seen.add(next))
    })
  return [...needs.values()]
    .flatMap((targets) => [...targets.values()])
    .filter(({ from, to }) => reaches(serverRoom(to)!, serverRoom(from)!))
    .map(({ from, to }) => `${from} imports ${to}, and ${serverRoom(to)} needs ${serverRoom(from)}: a cycle`)
}

/** Imports of values or types through which files import themselves. */
function circlesOfFiles(imports: readonly Import[]): string[] {
  let left = imports
  for (let before = 0; before !== left.length; ) {
    before = left.length
    const [importing, imported] = [new Set(left.map(({ from }) => from)), new Set(left.map(({ to }) => to))]
    left = left.filter(({ from, to }) => importing.has(to) && imported.has(from))
  }
  return left.map(({ from, to }) => `${from} imports ${to}: part of a circle of files`)
}

function importsOf(path: string, text: string): Import[] {
  const code = path.endsWith('.astro') ? (/^---\n(.*?)\n---/s.exec(text)?.[1] ?? '') : text
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX)
  return file.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return []
    const specifier = statement.moduleSpecifier
    if (!specifier || !ts.isStringLiteral(specifier)) return []
    return [{ from: path, to: resolved(path, specifier.text), isType: isTypeOnly(statement) }]
  })
}

function isTypeOnly(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly
  const clause = statement.importClause
  const names = clause?.namedBindings
  if (!clause || clause.name || !names || !ts.isNamedImports(names))
    return clause?.phaseModifier === ts.SyntaxKind.TypeKeyword
  return (
    clause.phaseModifier === ts.SyntaxKind.TypeKeyword || names.elements.every(({ isTypeOnly }) => isTypeOnly)
  )
}

function resolved(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return join('src', specifier.slice(1))
  return specifier.startsWith('.') ? join(dirname(from), specifier) : specifier
}

/** The folder of src, such as `domain`; undefined for a file directly in src and for a package. */
const roomOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1]
/** The folder of src/server, such as `billing`, or a file directly in it. */
const serverRoom = (path: string) => /^src\/server\/([^/]+)/.exec(path)?.[1]

if (import.meta.main) {
  const paths = globSync('src/**/*.{ts,tsx,astro}')
  const problems = roomProblems(new Map(paths.map((path) => [path, readFileSync(path, 'utf8')])))
  for (const problem of problems) console.error(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}
