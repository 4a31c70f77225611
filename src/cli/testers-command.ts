import { type Command, InvalidArgumentError } from 'commander'
import {
  MAX_KEY_LABEL,
  MAX_KEYS_AT_ONCE,
  type TesterKeyLine,
  type TesterLine,
} from '#contract/studio/members/testers.ts'
import { listTesterKeys, listTesters, makeTesterKeys, revokeTesterKey } from '#server/testers/tester-keys.ts'
import { CommandFailed, withDeps } from './command.ts'
import { columns, fitted, print, printable, printTable } from './output.ts'

interface KeysFlags {
  count?: number
  label?: string
  revoke?: string
  json: boolean
}

export function addTesters(program: Command): void {
  const testers = program.command('testers').description('the early testers, and the keys that let them in')
  testers
    .command('keys')
    .description('list the keys; with --count or --label make some, with --revoke end one')
    .option('--count <number>', 'how many to make (1, with --label)', keyCount)
    .option('--label <text>', 'for whom or where they are', keyLabel)
    .option('--revoke <key>', 'end this key; who came by it stays a tester')
    .option('--json', 'print as JSON', false)
    .action(keys)
  testers
    .command('list')
    .description('list who has a spot')
    .option('--json', 'print as JSON', false)
    .action(({ json }: { json: boolean }) =>
      withDeps(async (deps) => {
        const all = await listTesters(deps)
        const end = `${all.taken} of ${all.total} spots are taken.`
        printTable(all.testers, { json, row: testerRow, end, all })
      }),
    )
}

async function keys({ count, label, revoke, json }: KeysFlags): Promise<void> {
  await withDeps(async (deps) => {
    if (revoke !== undefined) {
      if (!(await revokeTesterKey(deps, revoke))) throw new CommandFailed('there is no such key in use')
      return print('Revoked.')
    }
    if (count !== undefined || label !== undefined) {
      const made = await makeTesterKeys(deps, { count: count ?? 1, label: label ?? '' })
      return print(json ? JSON.stringify(made, null, 2) : made.map(signUpUrl(deps.site.url)).join('\n'))
    }
    const all = await listTesterKeys(deps)
    printTable(all, { json, row: keyRow, end: `${all.length} keys.` })
  })
}

const signUpUrl = (site: URL) => (key: string) => new URL(`/promo-signup?k=${key}`, site).href

function keyRow({ key, label, created, revoked_at, testers }: TesterKeyLine): string {
  const end = revoked_at ? `revoked ${revoked_at.slice(0, 10)}` : ''
  return columns(key, created.slice(0, 10), `${testers} testers`.padStart(11), fitted(label, 30), end)
}

function testerRow({ name, email, label, claimed_at, ended_at }: TesterLine): string {
  const end = ended_at ? `ended ${ended_at.slice(0, 10)}` : ''
  return columns(claimed_at.slice(0, 10), fitted(name, 24), fitted(email, 36), printable(label ?? ''), end)
}

function keyCount(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= MAX_KEYS_AT_ONCE) return count
  throw new InvalidArgumentError(`It must be a number from 1 to ${MAX_KEYS_AT_ONCE}.`)
}

function keyLabel(text: string): string {
  if (text.trim() !== '' && text.length <= MAX_KEY_LABEL) return text.trim()
  throw new InvalidArgumentError(`It must be a text of at most ${MAX_KEY_LABEL} letters.`)
}
