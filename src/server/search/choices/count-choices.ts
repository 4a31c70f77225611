/** What one person did with one clip after one search. */
export interface Choice {
  /** An account, or one anonymous visit. */
  person: string
  query: string
  sourceId: number
  /** Its weight today, in fresh clicks. */
  worth: number
}

/** A row of `search_choices`. */
export interface CountedChoice {
  query_key: string
  source_id: number
  weight: number
  people: number
}

/** With fewer searches in all nothing is learnt. */
export const FEWEST_SEARCHES = 1_000
/** Fewer people are noise, and their texts are private. */
const FEWEST_PEOPLE = 3
/** Share of all choices after the search; a clip below it was chosen by chance. */
const LEAST_SHARE = 0.05
/** Fresh clicks added for no clip, so that little evidence weighs little: three clicks on one clip make 0.5. */
const DOUBT = 3

/** Weights of a query's clips by person: repeating an action, or a bot's thousand clicks, counts once. */
type Chosen = Map<number, Map<string, number>>

/**
 * The clips that several people chose after the same search, with their share; none until there are enough searches.
 */
export function countChoices(choices: Iterable<Choice>): CountedChoice[] {
  const searches = new Set<string>()
  const queries = new Map<string, Chosen>()
  for (const { person, query, sourceId, worth } of choices) {
    searches.add(`${person} ${query}`)
    const clips = getOr(queries, query, () => new Map())
    const people = getOr(clips, sourceId, () => new Map<string, number>())
    people.set(person, Math.max(worth, people.get(person) ?? 0))
  }
  if (searches.size < FEWEST_SEARCHES) return []
  return [...queries].flatMap(([query, clips]) => weighted(query, clips))
}

function weighted(query: string, clips: Chosen): CountedChoice[] {
  const sums = [...clips].map(([id, people]) => ({ id, people: people.size, worth: sum(people.values()) }))
  const total = sum(sums.map(({ worth }) => worth))
  return sums
    .filter(({ people, worth }) => people >= FEWEST_PEOPLE && worth >= LEAST_SHARE * total)
    .map(({ id, people, worth }) => ({
      query_key: query,
      source_id: id,
      weight: worth / (total + DOUBT),
      people,
    }))
}

function sum(numbers: Iterable<number>): number {
  let all = 0
  for (const number of numbers) all += number
  return all
}

function getOr<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
