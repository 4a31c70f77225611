import type { FieldNote } from '#contract/shop/shop-settings.ts'
import { isTree, type Tree } from '#domain/shop/setting-paths.ts'
import type { Locale } from '#i18n/strings.ts'

/** A node of the settings' JSON schema, as far as the form reads it. */
export interface FieldSchema extends Partial<FieldNote> {
  type?: 'object' | 'string' | 'integer' | 'boolean' | 'array'
  properties?: Record<string, FieldSchema>
  items?: FieldSchema
  enum?: string[]
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** What every field of the form gets. */
export interface FormState {
  locale: Locale
  /** Texts of problems by path. */
  problems: Record<string, string>
  defaults: Tree
  /** The values of the section that is shown. */
  section: Tree
  /** Paths whose default has changed since. */
  outdated: readonly string[]
  onChange: (path: string, value: unknown) => void
}

export interface SettingProps {
  schema: FieldSchema
  path: string
  value: unknown
  state: FormState
}

export const valueAt = (tree: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (isTree(inner) ? inner[key] : undefined), tree)

/** Names of settings, each once: “Home › Headline”. */
export function labelsOf(form: FieldSchema, paths: readonly string[], locale: Locale): string {
  const labels = paths.map((path) => {
    const names: string[] = []
    let at: FieldSchema | undefined = form
    for (const key of path.split('.')) {
      at = at?.properties?.[key]
      if (at?.label) names.push(at.label[locale])
    }
    return names.join(' › ') || path
  })
  return [...new Set(labels)].join(', ')
}
