import type { SetLine, SetList } from '#contract/sets/sets.ts'
import { localizedLink } from '#stores/page-locale.ts'
import { type Pages, usePages } from '../../loading/use-pages.ts'

export interface SetLists extends Omit<Pages<SetLine>, 'change'> {
  /** Updates a row after a change. */
  change: (line: SetLine, values: Partial<SetLine>) => void
  /** Removes a row after the set was deleted. */
  remove: (line: SetLine) => void
}

export function useSetLists(fetchPage: (offset: number) => Promise<SetList>): SetLists {
  const { change, ...pages } = usePages<SetLine, number>(async (_, { known }) => {
    const page = await fetchPage(known)
    return { lines: page.sets, next: page.next_offset }
  })
  return {
    ...pages,
    change: (line, values) =>
      change((lines) => lines.map((one) => (isSame(one, line) ? { ...one, ...values } : one))),
    remove: (line) => change((lines) => lines.filter((one) => !isSame(one, line))),
  }
}

/** Sets of both kinds may have the same id. */
function isSame(one: SetLine, other: SetLine): boolean {
  return one.kind === other.kind && one.id === other.id
}

/** The address of the builder that changes a set. */
export const builderOf = ({ kind, id }: SetLine) =>
  localizedLink(`/${kind === 'promotion' ? 'promo-make' : 'curated-make'}?set=${encodeURIComponent(id)}`)
