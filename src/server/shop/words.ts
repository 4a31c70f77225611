import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { type CollectionName, schemas } from '#content/collections.ts'
import { wordLabel } from '#content/word-labels.ts'
import type { FieldNote } from '#contract/shop/shop-settings.ts'
import { inBoth, isInBoth } from '#domain/shop/own-words.ts'
import { isTree, leavesOf, type Tree, withSetting } from '#domain/shop/setting-paths.ts'
import { distFolder, rootFolder } from '#server/build/dist-folder.ts'
import { plainProblem } from './plain-problem.ts'

/** Words of pages that a shop may say in its own way. */
const OWN = [
  'mission',
  'pricing',
  'checkout',
  'licence',
  'terms',
  'privacy',
  'certificate',
  'commerce',
  'landing',
] as const satisfies readonly CollectionName[]
/** Letters of a text, and of a list as JSON. */
const MOST = { text: 5000, list: 100_000 }
/** Letters of ours up to which a text gets one line in the form. */
const SHORT = 60
/** Any text may name the site's claims; a paragraph, the site. */
const ANYWHERE = ['claimedClips', 'updates', 'period', 'resolution']

let known: Tree | undefined

/** Our words in both languages: `{ mission: { title: { en, ja }, … }, … }`. Read once. */
export function ourWords(): Tree {
  known ??= Object.fromEntries(OWN.map((name) => [name, inBoth(wordsIn(name, 'en'), wordsIn(name, 'ja'))]))
  return known
}

function wordsIn(name: CollectionName, locale: 'en' | 'ja'): unknown {
  const folder = import.meta.url.endsWith('.ts') ? join(rootFolder(), 'src') : join(distFolder(), 'server')
  return parse(readFileSync(join(folder, 'content', name, `${locale}.yaml`), 'utf8'))
}

/** Our words with the shop's own in the places that it changed. */
export function allWords(own: unknown): Tree {
  const merge = (ours: Tree, theirs: unknown): Tree =>
    Object.fromEntries(
      Object.entries(ours).map(([key, value]) => {
        const changed = isTree(theirs) ? theirs[key] : undefined
        return [key, isTree(value) ? merge(value, changed) : (changed ?? value)]
      }),
    )
  return merge(ourWords(), own)
}

export interface SettingProblem {
  path: string
  code: string
  /** What is wrong in it, such as a placeholder. */
  what?: string
}

/** What is wrong with a shop's own words; ones that a later release no longer has are no problem. */
export function wordProblems(own: unknown): SettingProblem[] {
  return ownLeaves(own).flatMap(({ path, value, ours }) => {
    const problem = wordProblem(path, value, ours)
    return problem ? [{ path: `words.${path}`, ...problem }] : []
  })
}

/** The words that this release takes, which a version may have from an older one. */
export function fittingWords(own: unknown): Tree | undefined {
  const fitting = ownLeaves(own).filter(({ path, value, ours }) => !wordProblem(path, value, ours))
  if (fitting.length === 0) return undefined
  return fitting.reduce<Tree>((words, { path, value }) => withSetting(words, path, value), {})
}

/** Own words that this release knows. By our paths: what was sent may be of any depth. */
function ownLeaves(own: unknown): { path: string; value: unknown; ours: unknown }[] {
  return [...leavesOf(ourWords())].flatMap(([path, ours]) => {
    const value = path.split('.').reduce<unknown>((tree, key) => (isTree(tree) ? tree[key] : undefined), own)
    return value === undefined ? [] : [{ path, value, ours }]
  })
}

function wordProblem(path: string, value: unknown, ours: unknown): Omit<SettingProblem, 'path'> | undefined {
  const texts = textsIn(value)
  const plain = texts.map((text) => plainProblem(text, MOST.text)).find((code) => code)
  if (plain) return { code: plain }
  if (texts.join('').length > MOST.list) return { code: 'tooLong' }
  const names = namesIn(textsIn(ours))
  const strange = namesIn(texts).filter((name) => ![...names, ...ANYWHERE, 'siteName'].includes(name))
  if (strange.length > 0) return { code: 'unknownPlaceholder', what: braced(strange) }
  const checked = schemaOf(path)?.safeParse(value)
  if (!checked || checked.success) return undefined
  const lacking = names.filter(
    (name) => name !== 'siteName' && !ANYWHERE.includes(name) && !namesIn(texts).includes(name),
  )
  if (lacking.length > 0) return { code: 'lacksPlaceholder', what: braced(lacking) }
  const messages = JSON.stringify(z.treeifyError(checked.error))
  if (messages.includes('links elsewhere')) return { code: 'badLink' }
  if (namesIn(texts).includes('siteName')) return { code: 'unknownPlaceholder', what: '{siteName}' }
  return {
    code:
      texts.some((text) => text.trim() === '') || (Array.isArray(value) && value.length === 0)
        ? 'empty'
        : 'invalid',
  }
}

const braced = (names: readonly string[]) => names.map((name) => `{${name}}`).join(' ')
const namesIn = (texts: readonly string[]) => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(/\{([^{}]*)\}?/g)].map(([, name = '']) => name))),
]

/** Every text in a value; none is deeper than a list of groups with lists. */
function textsIn(value: unknown, depth = 5): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth === 0) return []
  return Object.values(value).flatMap((inner) => textsIn(inner, depth - 1))
}

/** The schema of a leaf such as `pricing.pro.points.en`. */
function schemaOf(path: string): z.ZodType | undefined {
  const [name = '', ...keys] = path.split('.').slice(0, -1)
  return keys.reduce<z.ZodType | undefined>(
    (schema, key) => (schema instanceof z.ZodObject ? (schema.shape[key] as z.ZodType) : undefined),
    schemas[name as CollectionName],
  )
}

type Node = Omit<Partial<FieldNote>, 'kind'> & {
  kind?: FieldNote['kind']
  type?: string
  const?: unknown
  properties?: Record<string, Node>
  items?: Node
  maxLength?: number
}

/** The form of our words, generated from the schemas of the content. */
export function wordsForm(): Node {
  const label = { en: 'Words', ja: '文章' }
  const properties = OWN.map((name) => {
    const schema = z.toJSONSchema(schemas[name], { io: 'input', unrepresentable: 'any' }) as Node
    return [name, { ...formOf(name, schema, ourWords()[name]), kind: 'folded' as const }] as const
  })
  return { type: 'object', label, properties: Object.fromEntries(properties) }
}

function formOf(key: string, node: Node, ours: unknown): Node {
  if (node.type !== 'object') return { ...leafOf(node, ours), label: wordLabel(key) }
  const properties = Object.entries(node.properties ?? {})
    // The day of legal texts is a setting.
    .filter(([name, inner]) => inner.const === undefined && name !== 'effective')
    .map(([name, inner]) => [name, formOf(name, inner, isTree(ours) ? ours[name] : undefined)])
  return { type: 'object', label: groupLabel(key, ours), properties: Object.fromEntries(properties) }
}

/** A group is called by its own title, where it has one. */
function groupLabel(key: string, ours: unknown): Node['label'] {
  const title = isTree(ours) && !(key in schemas) ? (ours.question ?? ours.label ?? ours.title) : undefined
  const isSaid = isInBoth(title) && !/[{]/.test(String(title.en))
  return isSaid ? (title as Node['label']) : wordLabel(key)
}

function leafOf(node: Node, ours: unknown): Node {
  const english = isInBoth(ours) ? ours.en : ''
  const field: Node = node.items?.properties?.body
    ? { type: 'string', kind: 'sections', maxLength: MOST.list }
    : node.type === 'array' && node.items?.type !== 'object'
      ? { type: 'string', kind: 'lines', maxLength: MOST.list }
      : node.type === 'array'
        ? { type: 'array', items: itemOf(node.items ?? {}) }
        : { type: 'string', maxLength: String(english).length > SHORT ? MOST.text : SHORT * 2 }
  return { type: 'object', kind: 'texts', properties: { en: field, ja: field } }
}

function itemOf({ properties = {} }: Node): Node {
  const fields = Object.keys(properties).map((key) => [
    key,
    { type: 'string', label: wordLabel(key), maxLength: MOST.text },
  ])
  return { type: 'object', properties: Object.fromEntries(fields) }
}
