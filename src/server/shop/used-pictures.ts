import { z } from 'zod'
import { type FieldNote, ShopSettings } from '#contract/shop/shop-settings.ts'
import type { ShopPicture } from '#contract/studio/shop/shop.ts'
import { isTree } from '#domain/shop/setting-paths.ts'

export interface UsedPicture {
  path: string
  name: string
  use: ShopPicture['use']
}

type Node = Partial<FieldNote> & { properties?: Record<string, Node>; items?: Node }

/** The pictures that settings name, and for what, as the schema says. */
export function usedPictures(settings: object): UsedPicture[] {
  return [...picturesIn(z.toJSONSchema(ShopSettings, { io: 'input' }) as Node, settings, '')]
}

function* picturesIn(node: Node, value: unknown, path: string): Iterable<UsedPicture> {
  const { kind } = node
  if (kind === 'logo' || kind === 'icon' || kind === 'card' || kind === 'wide') {
    if (typeof value === 'string' && value) yield { path, name: value, use: kind }
    return
  }
  const below = (key: string | number) => (path ? `${path}.${key}` : String(key))
  if (Array.isArray(value))
    for (const [at, item] of value.entries()) yield* picturesIn(node.items ?? {}, item, below(at))
  else if (isTree(value))
    for (const [key, inner] of Object.entries(node.properties ?? {}))
      yield* picturesIn(inner, value[key], below(key))
}
