import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Membership } from '#domain/membership/membership.ts'
import {
  grantMembership,
  listMembers,
  type MemberDetails,
  type MemberLine,
  showMember,
} from '#server/billing/membership/members.ts'
import { CommandFailed, EXIT } from './exit-codes.ts'
import { print } from './print.ts'
import { fitted, printable } from './printable.ts'
import { withDeps } from './with-deps.ts'

interface ListFlags {
  membership?: Membership | 'admin'
  json: boolean
}

interface GrantFlags {
  membership?: 'pro' | 'early_adopter'
  until?: Date
  revoke: boolean
}

const WHO = 'number of the account, or its e-mail address'

export function addMembers(program: Command): void {
  const members = program.command('members').description('who has an account, and what membership')
  members
    .command('list')
    .description('list everybody, or those of one membership')
    .addOption(
      new Option('--membership <name>', 'only these').choices(['free', 'pro', 'early_adopter', 'admin']),
    )
    .option('--json', 'print as JSON', false)
    .action(list)
  members
    .command('show')
    .argument('<who>', WHO)
    .description('what somebody’s membership rests on, and what was done to it')
    .option('--json', 'print as JSON', false)
    .action(show)
  members
    .command('grant')
    .argument('<who>', WHO)
    .description('give somebody a membership without payment, or take it back')
    .addOption(new Option('--membership <name>', 'which').choices(['pro', 'early_adopter']))
    .option('--until <date>', 'last day, such as 2027-03-31 (UTC); without it there is no end', lastDay)
    .option('--revoke', 'take back what was given', false)
    .action(grant)
}

async function list({ membership, json }: ListFlags): Promise<void> {
  await withDeps(async (deps) => {
    const lines = await listMembers(deps, membership)
    print(json ? JSON.stringify(lines, null, 2) : [...lines.map(row), `${lines.length} members.`].join('\n'))
  })
}

function row({ id, name, email, membership, created }: MemberLine): string {
  const columns = [String(id).padStart(6), fitted(name, 24), fitted(email, 36), fitted(membership, 13)]
  return `${columns.join('  ')}  ${created.slice(0, 10)}`
}

async function show(who: string, { json }: { json: boolean }): Promise<void> {
  await withDeps(async (deps) => {
    const member = await showMember(deps, who)
    if (!member) throw new CommandFailed(`there is no account ${printable(who)}`)
    print(json ? JSON.stringify(member, null, 2) : details(member).join('\n'))
  })
}

function details({ id, name, email, created, membership, state, subscriptions, history }: MemberDetails) {
  const { ground, plan, until, renews } = state
  const end = until && `${renews ? 'renews' : 'ends'} ${until}`
  return [
    `${id}  ${printable(name)}  ${printable(email)}  since ${created}`,
    ['membership', membership, ground && `by ${ground}`, plan, end].filter(Boolean).join('  '),
    ...subscriptions.map((each) => `${each.id}  ${each.plan}  ${each.status}  ${each.current_period_end}`),
    ...history.map((each) => `${each.created}  ${each.actor}  ${each.action}  ${printable(each.detail)}`),
  ]
}

async function grant(who: string, { membership, until, revoke }: GrantFlags): Promise<void> {
  if (revoke === (membership !== undefined) || (revoke && until))
    throw new CommandFailed('either --membership, with or without --until, or --revoke', EXIT.usage)
  await withDeps(async (deps) => {
    const member = await showMember(deps, who)
    if (!member) throw new CommandFailed(`there is no account ${printable(who)}`)
    const granted = { membership: membership ?? null, ...(until && { until }) }
    const now = await grantMembership(deps, { id: member.id, actor: 'cli' }, granted)
    print(`${printable(member.email)} has the membership ${now}.`)
  })
}

/** The end of that day: the last day is included. */
function lastDay(text: string): Date {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T23:59:59.999Z`) : undefined
  if (!day || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text)
    throw new InvalidArgumentError('It must be a day, such as 2027-03-31.')
  if (day < new Date()) throw new InvalidArgumentError('It must not be over.')
  return day
}
