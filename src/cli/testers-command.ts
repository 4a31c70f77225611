import { type Command, InvalidArgumentError } from 'commander'
import { MAX_KEY_LABEL, MAX_KEYS_AT_ONCE, type TesterKeyLine } from '#contract/studio/testers.ts'
import { listTesters } from '#server/testers/list-testers.ts'
import { listTesterKeys, makeTesterKeys, revokeTesterKey } from '#server/testers/tester-keys.ts'
import { CommandFailed } from './exit-codes.ts'
import { print } from './print.ts'
import { fitted, printable } from './printable.ts'
import { withDeps } from './with-deps.ts'

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
        const list = await listTesters(deps)
        print(json ? JSON.stringify(list, null, 2) : testerTable(list))
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
    print(json ? JSON.stringify(all, null, 2) : keyTable(all))
  })
}

const signUpUrl = (site: URL) => (key: string) => new URL(`/promo-signup?k=${key}`, site).href

function keyTable(all: TesterKeyLine[]): string {
  const rows = all.map(({ key, label, created, revoked_at, testers }) =>
    [key, created.slice(0, 10), `${testers} testers`.padStart(11), fitted(label, 30)]
      .concat(revoked_at ? [`revoked ${revoked_at.slice(0, 10)}`] : [])
      .join('  ')
      .trimEnd(),
  )
  return [...rows, `${all.length} keys.`].join('\n')
}

function testerTable({ taken, total, testers }: Awaited<ReturnType<typeof listTesters>>): string {
  const rows = testers.map(({ name, email, label, claimed_at, ended_at }) =>
    [claimed_at.slice(0, 10), fitted(name, 24), fitted(email, 36), printable(label ?? '')]
      .concat(ended_at ? [`ended ${ended_at.slice(0, 10)}`] : [])
      .join('  ')
      .trimEnd(),
  )
  return [...rows, `${taken} of ${total} spots are taken.`].join('\n')
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
