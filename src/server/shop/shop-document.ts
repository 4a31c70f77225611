import { hash } from 'node:crypto'
import { DEFAULT_SHOP } from '#contract/shop/default-shop.ts'
import { ShopSettings } from '#contract/shop/shop-settings.ts'
import { isSameSetting, isTree, leavesOf, type Tree, withSetting } from '#domain/shop/setting-paths.ts'
import { fittingWords, ourWords } from './words.ts'

/** What a version stores. */
export interface ShopDocument {
  /** The settings that differ from the default, in the default's shape. */
  values: Tree
  /** By path: the hash of the default that a setting was changed from. */
  bases: Record<string, string>
}

export const EMPTY_DOCUMENT: ShopDocument = { values: {}, bases: {} }

const hashOf = (value: unknown) => hash('sha256', JSON.stringify(value ?? null), 'hex').slice(0, 16)

/** Every setting of the shop as it comes, and its words. */
const ourLeaves = () => leavesOf({ ...DEFAULT_SHOP, words: ourWords() })

/** The document of settings. @param former a setting that it changed already keeps the hash of its default */
export function documentOf(settings: ShopSettings, former: ShopDocument = EMPTY_DOCUMENT): ShopDocument {
  const [ours, known] = [ourLeaves(), leavesOf(former.values)]
  const document: ShopDocument = { values: {}, bases: {} }
  const { words, ...others } = settings
  const own = fittingWords(words)
  for (const [path, value] of leavesOf({ ...others, ...(own && { words: own }) })) {
    if (isSameSetting(value, ours.get(path))) continue
    document.values = withSetting(document.values, path, value)
    const isOld = isSameSetting(known.get(path), value)
    document.bases[path] = (isOld && former.bases[path]) || hashOf(ours.get(path))
  }
  return document
}

/** @throws ZodError or TypeError for a document that this release cannot read */
export function settingsOf({ values }: ShopDocument): ShopSettings {
  if (!isTree(values)) throw new TypeError('no values')
  const words = fittingWords(values.words)
  return ShopSettings.parse({ ...merged(DEFAULT_SHOP, values), ...(words && { words }) })
}

/** Paths of settings whose default has changed since they were changed from it. */
export function outdatedBases({ bases }: ShopDocument): string[] {
  const ours = ourLeaves()
  return Object.keys(bases).filter((path) => ours.has(path) && hashOf(ours.get(path)) !== bases[path])
}

function merged(ours: Tree, theirs: Tree): Tree {
  const entries = Object.entries(ours).map(([key, value]) => {
    const own = theirs[key]
    if (own === undefined) return [key, value]
    return [key, isTree(value) && isTree(own) ? merged(value, own) : own]
  })
  return Object.fromEntries(entries)
}
