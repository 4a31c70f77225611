import { parse, stringify } from 'yaml'
import { AppError, isAppError } from '#contract/errors.ts'
import { type ImportedRules, RuleInput } from '#contract/studio/search/synonyms.ts'
import { MOST_RULES } from '#domain/studio/demand/rule-kinds.ts'
import { audit } from '#server/audit.ts'
import { countRows } from '#server/db/count-rows.ts'
import type { Deps } from '#server/deps.ts'
import { readRules } from '#server/search/rules/read-rules.ts'
import type { SearchRule } from '#server/search/rules/search-rules.ts'
import { checkRule } from './check-rule.ts'
import { isAlike, storeRule, type Teacher, taught } from './rules.ts'

/** All rules as YAML, the oldest first, as importRules() reads them. */
export async function* rulesFile({ db }: Pick<Deps, 'db'>): AsyncGenerator<string> {
  const rules = await readRules(db)
  yield '# kind: same, also (one way), not, or pin (clips first, until a time)\n'
  if (rules.length > 0) yield stringify(rules.map(written), { lineWidth: 0 })
}

const written = ({ kind, word, target, clips, until }: SearchRule) =>
  kind === 'pin' ? { kind, word, clips, ...(until && { until }) } : { kind, word, target }

/** Problems to name; the rest are counted. */
const MOST_PROBLEMS = 50

/**
 * Adds the rules of a YAML file, each alone: one that is refused does not stop the others.
 * @throws AppError('badRule') if it is no list of rules, or has more than a shop may have
 */
export async function importRules(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  person: Teacher,
  yaml: string,
): Promise<ImportedRules> {
  const entries = entriesOf(yaml)
  const answer: ImportedRules = { added: 0, known: 0, refused: 0, problems: [] }
  const rules: Omit<SearchRule, 'id'>[] = []
  for (const [at, entry] of entries.entries()) {
    try {
      rules.push(await checkRule(db, inputOf(entry)))
    } catch (error) {
      if (!isAppError(error)) throw error
      refuse(answer, { at: at + 1, word: wordOf(entry), why: error.detail })
    }
  }
  await db.transaction().execute(async (trx) => {
    let room = MOST_RULES - (await countRows(trx.selectFrom('search_rules')))
    const stored = new Map((await readRules(trx)).map((rule) => [wordsOf(rule), rule]))
    const changed: typeof rules = []
    for (const rule of rules) {
      const known = stored.get(wordsOf(rule))
      if (known && isAlike(known, rule)) answer.known++
      else if (!known && room <= 0)
        refuse(answer, { at: 0, word: rule.word, why: `tooManyRules: there are ${MOST_RULES} rules` })
      else {
        if (!known) room--
        stored.set(wordsOf(rule), { ...rule, id: await storeRule(trx, rule, { person, at: now() }) })
        changed.push(rule)
      }
    }
    answer.added = changed.length
    if (changed.length === 0) return
    const { added, refused } = answer
    await audit(trx, {
      ...{ actor: person, action: 'rule.import', userId: null, at: now() },
      detail: { count: added, failed: refused },
    })
    await taught(trx, changed)
  })
  return answer
}

const wordsOf = ({ kind, word, target }: Omit<SearchRule, 'id'>) => JSON.stringify([kind, word, target])

function refuse(answer: ImportedRules, problem: ImportedRules['problems'][number]): void {
  answer.refused++
  if (answer.problems.length < MOST_PROBLEMS) answer.problems.push(problem)
}

/** Everything is text, so that a word like `no` or `2024` needs no quotes. */
function entriesOf(yaml: string): unknown[] {
  const entries = parsed(yaml)
  if (!Array.isArray(entries)) throw new AppError('badRule', 'noList: the file is no list of rules')
  if (entries.length > MOST_RULES)
    throw new AppError('badRule', `tooManyRules: the file has ${entries.length}, of at most ${MOST_RULES}`)
  return entries
}

function parsed(yaml: string): unknown {
  try {
    return parse(yaml, { schema: 'failsafe', logLevel: 'error', maxAliasCount: 0 }) ?? []
  } catch (error) {
    throw new AppError('badRule', `noYaml: ${String(error).slice(0, 200)}`)
  }
}

/** @throws AppError('badRule') */
function inputOf(entry: unknown): RuleInput {
  const clips = typeof entry === 'object' && entry !== null && 'clips' in entry ? entry.clips : []
  const read = RuleInput.safeParse({
    ...(typeof entry === 'object' ? entry : {}),
    clips: Array.isArray(clips) ? clips.map(Number) : clips,
  })
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new AppError('badRule', `${issue?.path.join('.')}: ${issue?.message}`)
}

function wordOf(entry: unknown): string {
  const word = typeof entry === 'object' && entry !== null && 'word' in entry ? entry.word : ''
  return typeof word === 'string' ? word.slice(0, 100) : ''
}
