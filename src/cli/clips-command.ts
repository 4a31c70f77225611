import { createInterface } from 'node:readline/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { AppError } from '#contract/errors.ts'
import { type ClipLine, listClips } from '#server/clips/list-clips.ts'
import { deleteClip } from '#server/library/clip/delete-clip.ts'
import { CommandFailed, EXIT, withDeps } from './command.ts'
import { columns, counted, fitted, print, printTable } from './output.ts'

export function addClips(program: Command): void {
  const clips = program.command('clips').description('what is in the library')
  clips
    .command('list')
    .description('list every clip')
    .option('--json', 'print as JSON', false)
    .action(({ json }: { json: boolean }) =>
      withDeps(async (deps) => {
        const lines = await listClips(deps)
        printTable(lines, { json, row, end: `${counted(lines.length, 'clip')}.` })
      }),
    )
  clips
    .command('remove')
    .argument('<id>', 'number of the clip, as "clips list" shows it', clipId)
    .description('take a clip out of the library and delete its files')
    .option('--yes', 'do not ask', false)
    .action((id: number, { yes }: { yes: boolean }) => remove(id, yes))
}

function row({ id, title, category, width, height, duration, original_filename }: ClipLine): string {
  const size = `${width}×${height} ${duration.toFixed(1)} s`
  const texts = [fitted(title, 40), fitted(category, 22), fitted(size, 17), fitted(original_filename, 30)]
  return columns(String(id).padStart(5), ...texts)
}

async function remove(id: number, yes: boolean): Promise<void> {
  await withDeps(async (deps) => {
    const clip = (await listClips(deps)).find((line) => line.id === id)
    if (!clip) throw new CommandFailed(`there is no clip ${id}`)
    if (!yes && !(await confirm(`Remove clip ${id}, "${clip.title}", and its files?`))) return print('Kept.')
    await deleteClip(deps, 'cli', { id }).catch(ignoreMissing)
    print(`Removed clip ${id}.`)
  })
}

/** It may have been removed while the question was open. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'mediaNotFound')) throw error
}

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new CommandFailed('nobody to ask: use --yes', EXIT.usage)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim())
  } finally {
    lines.close()
  }
}

function clipId(text: string): number {
  const id = Number(text)
  if (Number.isSafeInteger(id) && id > 0) return id
  throw new InvalidArgumentError('It must be a number.')
}
