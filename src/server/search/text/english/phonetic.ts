/** Spellings that sound as another one, in this order. */
const SPELLINGS: [RegExp, string][] = [
  [/^kn/, 'n'],
  [/^wr/, 'r'],
  [/^ps/, 's'],
  [/ph/g, 'f'],
  [/gh(?=t|$)|(?<=i)gh/g, ''],
  [/tch/g, 'ch'],
  [/dg(?=[eiy])/g, 'j'],
  [/s?ch(?=[aou])|ck|q/g, 'k'],
  [/x/g, 'ks'],
  [/c(?=[eiy])|z/g, 's'],
  [/c(?!h)/g, 'k'],
  [/wh/g, 'w'],
  [/mb$/, 'm'],
  [/(?<=[^aeiouy])e(?=s?$)/, ''],
  [/[aeiouy]+/g, 'a'],
  [/(.)\1+/g, '$1'],
]

/** How an English word in lower case roughly sounds, all vowels alike: elefant and elephant share it, and dolfin and dolphin. */
export function phoneticKey(word: string): string {
  return SPELLINGS.reduce((key, [spelling, sound]) => key.replace(spelling, sound), word)
}

/** The first letters of words that sound alike at the beginning. */
export function initialsAlike(word: string): string[] {
  const first = word[0] ?? ''
  const others = FAMILIES.filter((family) => family.includes(first)).join('')
  return [...new Set([first, ...others])]
}

const FAMILIES = ['kcq', 'fp', 'szcp', 'jg', 'nk', 'rw', 'ae', 'ei', 'iy', 'ou']
