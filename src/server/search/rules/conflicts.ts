import type { Conflict } from '#contract/studio/search/synonyms.ts'
import { segmentsOf } from '#server/search/text/segments.ts'
import { type Concept, conceptWritten, keyOf, withoutSpaces } from '#server/search/text/synonyms.ts'
import { ruleKey, type SearchRule } from './search-rules.ts'

/** What contradicts each rule, by its id; rules without conflicts are left out. */
export function conflictsOf(rules: readonly SearchRule[], now: Date): Map<number, Conflict[]> {
  const read = rules.map((rule) => ({ rule, from: ruleKey(rule.word), to: ruleKey(rule.target) }))
  const byPair = Map.groupBy(read, ({ from, to }) => pairOf(from, to))
  const conflicts = new Map<number, Conflict[]>()
  for (const { rule, from, to } of read) {
    const found: Conflict[] = []
    const shipped = thesaurusSays(rule)
    if (shipped) found.push({ kind: shipped, rule: null })
    if (rule.until !== null && rule.until <= now.toISOString()) found.push({ kind: 'ended', rule: null })
    for (const other of byPair.get(pairOf(from, to)) ?? []) {
      const kind = other.rule === rule ? undefined : betweenRules(rule, other.rule, from === other.from)
      if (kind) found.push({ kind, rule: nameOf(other.rule) })
    }
    if (found.length > 0) conflicts.set(rule.id, found.slice(0, MOST_SHOWN))
  }
  return conflicts
}

const MOST_SHOWN = 3

const pairOf = (a: string, b: string) => JSON.stringify([a, b].sort())

const nameOf = ({ id, kind, word, target }: SearchRule) => ({ id, kind, word, target })

function thesaurusSays({ kind, word, target }: SearchRule): 'known' | 'against' | undefined {
  const [from, to] = [conceptOf(word), conceptOf(target)]
  if (kind === 'pin' || !from || !to) return undefined
  if (from === to) return kind === 'not' ? 'against' : 'known'
  if (!to.wider.includes(from)) return undefined
  return kind === 'also' ? 'known' : kind === 'not' ? 'against' : undefined
}

function conceptOf(text: string): Concept | undefined {
  const key = keyOf(segmentsOf(text))
  return conceptWritten(key) ?? conceptWritten(withoutSpaces(key))
}

/** Of two rules about the same words. */
function betweenRules(a: SearchRule, b: SearchRule, isSameWay: boolean) {
  const kinds = [a.kind, b.kind]
  if (kinds.includes('not') && a.kind !== b.kind)
    return isSameWay || kinds.includes('same') ? ('opposite' as const) : undefined
  if (a.kind === b.kind && (isSameWay || a.kind === 'same')) return 'twice' as const
  return kinds.every((kind) => kind === 'also') ? ('circle' as const) : undefined
}
