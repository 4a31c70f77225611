import { readLines } from '#server/search/data/read-data.ts'

/** From lines of a word and then the forms that mean it. */
function forms(file: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const line of readLines(file)) {
    const [base, ...others] = line.split(' ')
    for (const form of others) found.set(form, base!)
  }
  return found
}

export const IRREGULAR = forms('english/irregular.txt')
/** Plurals that change inside, alone or at the end of a longer word: grandchildren, bookshelves. */
export const IRREGULAR_ENDS = forms('english/irregular-ends.txt')
/** As above, but only alone: they also end other words. */
export const IRREGULAR_ALONE = forms('english/irregular-alone.txt')
