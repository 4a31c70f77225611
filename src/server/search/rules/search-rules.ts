import type { RuleKind } from '#domain/studio/demand/rule-kinds.ts'
import { conceptAt } from '#server/search/text/concepts.ts'
import { segmentsOf } from '#server/search/text/segments.ts'
import { conceptWritten, keyOf, withoutSpaces } from '#server/search/text/synonyms.ts'
import type { Unit } from '#server/search/text/units.ts'

/** A rule of the operator. */
export interface SearchRule {
  id: number
  kind: RuleKind
  /** As searched texts (queryKey). A pin has `clips` instead of a target. */
  word: string
  target: string
  clips: readonly number[]
  /** When a pin ends. */
  until: string | null
}

/** What the rules say of a word in a query. */
export interface Lesson {
  /** Index after its last unit. */
  to: number
  /** Texts that it also finds: of the same meaning, or after its own clips. */
  finds: { text: string; exactness: 'same' | 'kind' }[]
  /** Texts whose clips it does not find, unless the query names them. */
  hides: { text: string; key: string }[]
  /** The rules that say so. */
  rules: SearchRule[]
}

interface Edge {
  key: string
  text: string
  rule: SearchRule
}

/** Each is read like a query. */
const MOST_FOUND = 12

/**
 * The key of a word that a rule is about: it counts in every spelling and in both languages that the thesaurus knows for
 * it; any other word by its folded letters. Empty for a text without searchable letters.
 */
export function ruleKey(text: string): string {
  return meaningOf(keyOf(segmentsOf(text)))
}

function meaningOf(writing: string): string {
  const concept = conceptWritten(writing) ?? conceptWritten(withoutSpaces(writing))
  return concept?.key ?? withoutSpaces(writing)
}

/** The operator's rules, ready for queries. They lie over the thesaurus and never change the index. */
export class SearchRules {
  readonly #edges = new Map<string, Record<'same' | 'also' | 'not', Edge[]>>()
  readonly #pins = new Map<string, SearchRule[]>()
  /** Characters of the longest word. */
  #longest = 0

  constructor(rules: readonly SearchRule[]) {
    for (const rule of rules) this.#add(rule)
  }

  #add(rule: SearchRule): void {
    const { kind, word, target } = rule
    const [key, other] = [ruleKey(word), ruleKey(target)]
    if (key === '' || key === other) return
    if (kind === 'pin') return void this.#pins.set(key, [...(this.#pins.get(key) ?? []), rule])
    if (other === '') return
    this.#edgesOf(key, word)[kind].push({ key: other, text: target, rule })
    const back = this.#edgesOf(other, target)
    if (kind === 'same') back.same.push({ key, text: word, rule })
  }

  #edgesOf(key: string, text: string) {
    this.#longest = Math.max(this.#longest, text.length)
    const known = this.#edges.get(key)
    if (known) return known
    const edges = { same: [], also: [], not: [] }
    this.#edges.set(key, edges)
    return edges
  }

  /** Whether a rule is about the whole text. */
  knows(text: string): boolean {
    if (this.#edges.size + this.#pins.size === 0) return false
    const key = ruleKey(text)
    return this.#edges.has(key) || this.#pins.has(key)
  }

  /** What the rules say of a whole text. */
  lessonOn(text: string): Omit<Lesson, 'to'> | undefined {
    return this.#edges.size === 0 ? undefined : this.#lessonOf(ruleKey(text))
  }

  /** What the rules say of the longest word that begins at this unit; undefined for nothing. */
  lessonAt(units: readonly Unit[], at: number): Lesson | undefined {
    const [longest] = this.#wordsAt(units, at)
    const lesson = longest && this.#lessonOf(longest.key)
    return lesson && lesson.rules.length > 0 ? { ...lesson, to: longest.to } : undefined
  }

  /** The lessons of a query, wherever its words begin. Texts that the query names itself are not hidden. */
  lessonsIn(units: readonly Unit[]): Lesson[] {
    if (this.#edges.size === 0) return []
    const named = new Set(units.flatMap((_, at) => this.#wordsAt(units, at).map(({ key }) => key)))
    const lessons = units.flatMap((_, at) => this.lessonAt(units, at) ?? [])
    return lessons.map((lesson) => ({ ...lesson, hides: lesson.hides.filter(({ key }) => !named.has(key)) }))
  }

  /** The words of rules that begin at this unit, the longest first. */
  #wordsAt(units: readonly Unit[], at: number): { key: string; to: number }[] {
    if (this.#edges.size === 0) return []
    const found = conceptAt(units, at)
    const words =
      found && this.#edges.has(found.concept.key) ? [{ key: found.concept.key, to: found.to }] : []
    let writing = ''
    for (let to = at + 1; to <= units.length && writing.length <= this.#longest; to++) {
      const unit = units[to - 1]!
      const before = to > at + 1 && !unit.joined ? `${writing} ` : writing
      writing = before + unit.text
      for (const text of new Set([writing, before + (unit.word?.base ?? unit.text)])) {
        const key = meaningOf(text)
        if (this.#edges.has(key)) words.push({ key, to })
      }
    }
    return words.sort((a, b) => b.to - a.to)
  }

  /** Follows `same` from word to word, `also` once, and each word once: circles end. */
  #lessonOf(start: string): Omit<Lesson, 'to'> {
    const seen = new Set([start])
    const rules = new Set<SearchRule>()
    const queue: { key: string; exactness: 'same' | 'kind' }[] = [{ key: start, exactness: 'same' }]
    const hides: Lesson['hides'] = []
    const finds: Lesson['finds'] = []
    // Iterating an array also visits additions.
    for (const { key, exactness } of queue) {
      const edges = this.#edges.get(key)
      if (!edges) continue
      const follow = (next: readonly Edge[], as: 'same' | 'kind') => {
        for (const { key: other, text, rule } of next) {
          if (seen.has(other) || finds.length >= MOST_FOUND) continue
          seen.add(other)
          rules.add(rule)
          finds.push({ text, exactness: as })
          queue.push({ key: other, exactness: as })
        }
      }
      follow(edges.same, exactness)
      if (exactness === 'kind') continue
      follow(edges.also, 'kind')
      for (const { key: other, text, rule } of edges.not) {
        rules.add(rule)
        hides.push({ key: other, text })
      }
    }
    return { rules: [...rules], finds, hides }
  }

  /** The pin of a whole search that holds at this time; without one, any. */
  pinOf(text: string, now?: Date): SearchRule | undefined {
    if (this.#pins.size === 0) return undefined
    return this.#pins
      .get(ruleKey(text))
      ?.find(({ until }) => !now || until === null || until > now.toISOString())
  }
}

export const NO_RULES = new SearchRules([])
