import { AppError } from '#contract/errors.ts'
import type { Rule, RuleInput, Rules, RulesQuery } from '#contract/studio/search/synonyms.ts'
import type { Person } from '#domain/membership/membership.ts'
import { MOST_RULES } from '#domain/studio/demand/rule-kinds.ts'
import { audit } from '#server/audit.ts'
import { countRows } from '#server/db/count-rows.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { runNow } from '#server/jobs/job-rows.ts'
import { queryKey } from '#server/search/choices/query-key.ts'
import { conflictsOf } from '#server/search/rules/conflicts.ts'
import { readRules, rulesChanged } from '#server/search/rules/read-rules.ts'
import type { SearchRule } from '#server/search/rules/search-rules.ts'
import { namesOf } from '../list-clip-figures.ts'
import { SUM_SEARCHES } from '../record-search.ts'
import { checkRule } from './check-rule.ts'

type RuleDeps = Pick<Deps, 'db' | 'now'>
export type Teacher = 'cli' | Pick<Person, 'id'>

/** A page of the rules with this part in a word, newest first. */
export async function listRules({ db, now }: RuleDeps, { q, after, limit }: RulesQuery): Promise<Rules> {
  const rules = await readRules(db)
  const part = queryKey(q)
  const found = rules.filter(({ word, target }) => word.includes(part) || target.includes(part)).reverse()
  const page = found.filter(({ id }) => after === undefined || id < after).slice(0, limit)
  const last = page.length === limit ? page.at(-1)!.id : null
  return { rules: await viewRules({ db, now }, page, rules), total: found.length, next: last }
}

/** Teaches a rule. @throws as checkRule(), AppError('tooManyRules') */
export async function addRule({ db, now }: RuleDeps, person: Teacher, input: RuleInput): Promise<Rule> {
  const rule = await checkRule(db, input)
  const id = await db.transaction().execute(async (trx) => {
    const known = await knownRule(trx, rule)
    if (!known && (await countRows(trx.selectFrom('search_rules'))) >= MOST_RULES)
      throw new AppError('tooManyRules', `there are ${MOST_RULES} rules`)
    if (known && isAlike(known, rule)) return known.id
    const stored = await storeRule(trx, rule, { person, at: now() })
    await audit(trx, {
      ...{ actor: person, action: known ? 'rule.edit' : 'rule.add', userId: null, at: now() },
      detail: known
        ? { rule: stored, text: rule.word, before: endOf(known), after: endOf(rule) }
        : { rule: stored, after: loggedOf(rule) },
    })
    await taught(trx, [rule])
    return stored
  })
  const rules = await readRules(db)
  const [view] = await viewRules(
    { db, now },
    rules.filter((each) => each.id === id),
    rules,
  )
  return view!
}

/** Takes a rule back; it is no error if it is gone already. */
export async function removeRule({ db, now }: RuleDeps, person: Teacher, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const gone = await trx.deleteFrom('search_rules').where('id', '=', id).returningAll().executeTakeFirst()
    if (!gone) return
    await audit(trx, {
      ...{ actor: person, action: 'rule.remove', userId: null, at: now() },
      detail: { rule: id, before: loggedOf({ ...gone, clips: JSON.parse(gone.clips) }) },
    })
    await taught(trx, [gone])
  })
}

type Stored = Omit<SearchRule, 'id'>

/** The rule with the same words. */
async function knownRule(trx: Db, { kind, word, target }: Stored): Promise<SearchRule | undefined> {
  const row = await trx
    .selectFrom('search_rules')
    .selectAll()
    .where('kind', '=', kind)
    .where('word', '=', word)
    .where('target', '=', target)
    .executeTakeFirst()
  return row && { ...row, clips: JSON.parse(row.clips) }
}

export const isAlike = (a: Stored, b: Stored) => a.until === b.until && a.clips.join() === b.clips.join()

/** Inserts it, or gives a pin its new clips and end. Returns the id. */
export async function storeRule(
  trx: Trx,
  { clips, until, ...rule }: Stored,
  { person, at }: { person: Teacher; at: Date },
): Promise<number> {
  const change = { clips: JSON.stringify(clips), until }
  const by = person === 'cli' ? null : person.id
  const { id } = await trx
    .insertInto('search_rules')
    .values({ ...rule, ...change, created_by: by, created: at.toISOString() })
    .onConflict((conflict) => conflict.columns(['word', 'kind', 'target']).doUpdateSet(change))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Every process reads the rules anew, and their words are counted anew. */
export async function taught(trx: Trx, rules: readonly Pick<Stored, 'word' | 'target'>[]): Promise<void> {
  await rulesChanged(trx)
  const words = [...new Set(rules.flatMap(({ word, target }) => [word, target]))]
  await trx
    .updateTable('demand_searches')
    .set({ counted_at: '' })
    .where(oneOf(trx, 'text', words))
    .execute()
  await runNow(trx, SUM_SEARCHES)
}

const endOf = ({ clips, until }: Stored) => ({ clips, until })

/** For the log: what a rule says, without what its kind does not have. */
const loggedOf = ({ kind, word, target, clips, until }: Stored) => ({
  ...{ how: kind, text: word },
  ...(kind === 'pin' ? { clips, ...(until && { until }) } : { target }),
})

/** @param all rules, which may contradict */
async function viewRules(
  { db, now }: RuleDeps,
  rules: readonly SearchRule[],
  all: readonly SearchRule[],
): Promise<Rule[]> {
  if (rules.length === 0) return []
  const conflicts = conflictsOf(all, now())
  const clips = await namesOf(
    db,
    rules.flatMap((rule) => [...rule.clips]),
  )
  const rows = await db
    .selectFrom('search_rules')
    .leftJoin('users', 'users.id', 'search_rules.created_by')
    .select(['search_rules.id', 'search_rules.created', 'users.name as by'])
    .where(
      oneOf(
        db,
        'search_rules.id',
        rules.map(({ id }) => id),
      ),
    )
    .execute()
  const made = new Map(rows.map(({ id, created, by }) => [id, { created, by }]))
  return rules.flatMap((rule) => {
    const known = made.get(rule.id)
    if (!known) return []
    const shown = rule.clips.flatMap((id) => clips.get(id) ?? [])
    const isSeen = shown.length === rule.clips.length && shown.every(({ published }) => published)
    const found = conflicts.get(rule.id) ?? []
    return [
      {
        ...rule,
        ...known,
        clips: shown,
        conflicts: isSeen ? found : [...found, { kind: 'clips' as const, rule: null }],
      },
    ]
  })
}
