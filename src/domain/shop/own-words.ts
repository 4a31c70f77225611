import { isTree, type Tree } from './setting-paths.ts'

/** A text, or a list, in both languages: a setting of its own words. */
export type InBoth = { en: unknown; ja: unknown }

export const isInBoth = (value: unknown): value is InBoth => isTree(value) && ('en' in value || 'ja' in value)

/** Two trees of the same shape as one, whose leaves are `{ en, ja }`. */
export function inBoth(en: unknown, ja: unknown): Tree {
  if (!isTree(en) || !isTree(ja)) return { en, ja }
  return Object.fromEntries(Object.entries(en).map(([key, value]) => [key, inBoth(value, ja[key])]))
}

/** Our words in a language, with the shop's own in the places that it changed. @param change for each own text */
export function withOwn<Words>(
  ours: Words,
  own: unknown,
  locale: 'en' | 'ja',
  change: <Leaf>(leaf: Leaf) => Leaf = (leaf) => leaf,
): Words {
  if (!isTree(own)) return ours
  if (!isTree(ours)) return own[locale] === undefined ? ours : change(own[locale] as Words)
  const entries = Object.entries(ours).map(([key, value]) => [key, withOwn(value, own[key], locale, change)])
  return Object.fromEntries(entries) as Words
}
