import { join } from 'node:path'
import ts from 'typescript'

type Thing = { '@type': string } & Record<string, unknown>

const FILE = join(import.meta.dirname, 'structured-data.virtual.ts')
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
}

/** Unknown types and properties, and values of the wrong type, by schema-dts. Empty if all is right. */
export function schemaFaults(things: readonly Thing[]): string[] {
  const actions: Thing[] = []
  const plain = things.map((thing) => withoutConstraints(thing, actions) as Thing)
  const source = [
    "import type * as S from 'schema-dts'",
    ...plain.map(
      (thing, index) => `export const thing${index}: S.${thing['@type']} = ${JSON.stringify(thing)}`,
    ),
    ...actions.map(
      (action, index) =>
        `export const action${index}: S.WithActionConstraints<S.${action['@type']}> = ${JSON.stringify(action)}`,
    ),
  ].join('\n')
  return faultsOf(source)
}

/** Drops `query-input` and the like: they annotate an action and are not properties of it. */
function withoutConstraints(value: unknown, actions: Thing[]): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutConstraints(each, actions))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const kept = entries.filter(([name]) => !/-(input|output)$/.test(name))
  if (kept.length < entries.length) actions.push(value as Thing)
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutConstraints(each, actions)]))
}

function faultsOf(source: string): string[] {
  const host = ts.createCompilerHost(OPTIONS)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === FILE || fileExists(name)
  host.getSourceFile = (name, ...rest) =>
    name === FILE ? ts.createSourceFile(name, source, ts.ScriptTarget.ESNext) : getSourceFile(name, ...rest)
  const program = ts.createProgram([FILE], OPTIONS, host)
  const faults = ts.getPreEmitDiagnostics(program, program.getSourceFile(FILE))
  return faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
