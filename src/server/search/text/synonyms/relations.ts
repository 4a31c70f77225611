import { type SynonymGroup, spellingsOf } from './table.ts'

/** The groups that a group leads to. */
export interface Relations {
  /** All wider groups, the nearest first, without the group itself. */
  wider: SynonymGroup[]
  seeAlso: SynonymGroup[]
}

/**
 * Resolves the names in `kindOf`, `shownBy` and `seeAlso`. Throws if a name is no group's first spelling or a group is
 * its own kind.
 */
export function relationsOf(groups: readonly SynonymGroup[]): Map<SynonymGroup, Relations> {
  const byName = new Map(groups.map((group) => [nameOf(group), group]))
  const named = (from: SynonymGroup, names: readonly string[] = []) =>
    names.map((name) => {
      const group = byName.get(name)
      if (!group) throw new Error(`"${nameOf(from)}" names "${name}", which is no group's first writing`)
      return group
    })
  const moods = new Map<SynonymGroup, SynonymGroup[]>()
  for (const mood of groups)
    for (const group of named(mood, mood.shownBy)) moods.set(group, [...(moods.get(group) ?? []), mood])
  const directly = (group: SynonymGroup) => [...named(group, group.kindOf), ...(moods.get(group) ?? [])]
  return new Map(
    groups.map((group) => {
      const wider = new Set(directly(group))
      // Iterating a set also visits additions.
      for (const next of wider) for (const further of directly(next)) wider.add(further)
      if (wider.has(group)) throw new Error(`"${nameOf(group)}" is a kind of itself`)
      return [group, { wider: [...wider], seeAlso: named(group, group.seeAlso) }]
    }),
  )
}

/** The name that other groups use: the first spelling. */
export function nameOf(group: SynonymGroup): string {
  return spellingsOf(group)[0]!
}
