import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { isAppError } from '#contract/errors.ts'
import type { MemberDetails, MemberLine } from '#contract/studio/members/members.ts'
import { GIVEN_ROLES, type GivenRole } from '#domain/membership/membership.ts'
import { GRANTS, MEMBER_GROUPS, type MemberGroup } from '#domain/studio/member-filters.ts'
import { removeAllFactors } from '#server/accounts/factors/change-factors.ts'
import { listFactors } from '#server/accounts/factors/session-proof.ts'
import type { Deps } from '#server/deps.ts'
import { findMember } from '#server/members/find-member.ts'
import { grantMembership } from '#server/members/grant-membership.ts'
import { memberPages } from '#server/members/list-members.ts'
import { giveRole } from '#server/members/member-acts.ts'
import { showMember } from '#server/members/show-member.ts'
import { CommandFailed, EXIT, withDeps } from './command.ts'
import { columns, counted, fitted, print, printable, printTable } from './output.ts'

interface ListFlags {
  membership?: MemberGroup
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
    .addOption(new Option('--membership <name>', 'only these').choices(MEMBER_GROUPS))
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
    .addOption(new Option('--membership <name>', 'which').choices(GRANTS))
    .option('--until <date>', 'last day, such as 2027-03-31 (UTC); without it there is no end', lastDay)
    .option('--revoke', 'take back what was given', false)
    .action(grant)
  members
    .command('role')
    .argument('<who>', WHO)
    .addArgument(new Argument('<role>', 'what they may do').choices([...GIVEN_ROLES, 'none']))
    .description('let somebody edit the library as an editor, or no longer')
    .action(role)
  // For people who have lost passkeys, phone and recovery codes; also the admin's only way.
  members
    .command('factors')
    .argument('<who>', WHO)
    .description('second factors of somebody’s sign-in')
    .option('--remove', 'remove them all: afterwards the password alone lets in', false)
    .action(factors)
}

async function list({ membership: group, json }: ListFlags): Promise<void> {
  await withDeps(async (deps) => {
    const lines: MemberLine[] = []
    for await (const page of memberPages(deps, { ...(group && { group }) }, 'oldest')) lines.push(...page)
    printTable(lines, { json, row, end: `${counted(lines.length, 'member')}.` })
  })
}

function row({ id, name, email, membership, role, is_admin, created }: MemberLine): string {
  const right = is_admin ? 'admin' : (role ?? membership)
  const texts = [fitted(name, 24), fitted(email, 36), fitted(right, 13), created.slice(0, 10)]
  return columns(String(id).padStart(6), ...texts)
}

async function show(who: string, { json }: { json: boolean }): Promise<void> {
  await withDeps(async (deps) => {
    const member = await memberOf(deps, who)
    print(json ? JSON.stringify(member, null, 2) : details(member).join('\n'))
  })
}

async function memberOf(deps: Deps, who: string): Promise<MemberDetails> {
  const id = await findMember(deps, who)
  const member = id && (await showMember(deps, id))
  if (!member) throw new CommandFailed(`there is no account ${printable(who)}`)
  return member
}

function details({ id, name, email, created, membership, role, ...member }: MemberDetails): string[] {
  const { ground, plan, until, renews } = member.state
  const end = until && `${renews ? 'renews' : 'ends'} ${until}`
  return [
    `${id}  ${printable(name)}  ${printable(email)}  since ${created}`,
    ['membership', membership, role, ground && `by ${ground}`, plan, end].filter(Boolean).join('  '),
    ...member.subscriptions.map(
      (each) => `${each.id}  ${each.plan}  ${each.status}  ${each.current_period_end}`,
    ),
    ...member.history.map(
      (each) => `${each.created}  ${each.actor}  ${each.action}  ${printable(JSON.stringify(each.detail))}`,
    ),
  ]
}

async function grant(who: string, { membership, until, revoke }: GrantFlags): Promise<void> {
  if (revoke === (membership !== undefined) || (revoke && until))
    throw new CommandFailed('either --membership, with or without --until, or --revoke', EXIT.usage)
  await withDeps(async (deps) => {
    const member = await memberOf(deps, who)
    const granted = { membership: membership ?? null, ...(until && { until }) }
    const now = await grantMembership(deps, { id: member.id, actor: 'cli' }, granted)
    print(`${printable(member.email)} has the membership ${now}.`)
  })
}

async function role(who: string, role: GivenRole | 'none'): Promise<void> {
  await withDeps(async (deps) => {
    const { id, email } = await memberOf(deps, who)
    await giveRole(deps, { id, actor: 'cli' }, role === 'none' ? null : role).catch(refused)
    print(`${printable(email)} is ${role === 'none' ? 'no editor' : `an ${role}`}.`)
  })
}

function refused(error: unknown): never {
  throw isAppError(error) ? new CommandFailed(error.detail) : error
}

/** The end of that day, since it is included. */
function lastDay(text: string): Date {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T23:59:59.999Z`) : undefined
  if (!day || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text)
    throw new InvalidArgumentError('It must be a day, such as 2027-03-31.')
  if (day < new Date()) throw new InvalidArgumentError('It must not be in the past.')
  return day
}

async function factors(who: string, { remove }: { remove: boolean }): Promise<void> {
  await withDeps(async (deps) => {
    const id = await findMember(deps, who)
    if (!id) throw new CommandFailed(`there is no account ${printable(who)}`)
    if (!remove) return print((await factorLines(deps, id)).join('\n'))
    const removed = await removeAllFactors(deps, id)
    print(
      removed
        ? `The second factors of ${printable(who)} are removed. All its devices are signed out, and a mail tells so.`
        : `${printable(who)} has no second factor.`,
    )
  })
}

async function factorLines(deps: Deps, userId: number): Promise<string[]> {
  const { passkeys, app, recovery_codes } = await listFactors(deps, userId)
  const used = (last: string | null) => (last ? `last used ${last}` : 'never used')
  if (passkeys.length === 0 && !app) return ['No second factor.']
  return [
    ...passkeys.map((key) => `passkey  ${printable(key.name)}  since ${key.created}  ${used(key.last_used)}`),
    ...(app ? [`app  since ${app.created}  ${used(app.last_used)}`] : []),
    `${recovery_codes} recovery codes are left.`,
  ]
}
