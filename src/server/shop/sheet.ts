import { hash } from 'node:crypto'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import { lookTokens } from '#domain/shop/look.ts'
import type { Deps } from '#server/deps.ts'
import { ownLayer } from './own-css.ts'

const LOGO =
  '.wordmark img{inline-size:auto;block-size:2rem;max-inline-size:min(14rem,45vw);object-fit:contain}'
const PICTURE =
  '.banner :is(img,video){margin-block-start:var(--space-6);inline-size:100%;block-size:auto;max-block-size:32rem;object-fit:cover;border-radius:var(--radius-m)}'
const SHELF =
  '.shelf{margin-block:var(--space-8)}.shelf h2{margin-block-end:var(--space-3);font-size:var(--text-xl)}' +
  '.shelf ul{display:flex;gap:var(--grid-gap);overflow-x:auto;scroll-snap-type:x proximity}' +
  '.shelf li{flex:none;scroll-snap-align:start}.shelf a{display:block;color:var(--ink);text-decoration:none}' +
  '.shelf img{block-size:10rem;inline-size:auto;border-radius:var(--radius-s)}' +
  '.shelf span{display:block;max-inline-size:16rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}'
const ANNOUNCEMENT =
  '.announcement{padding:var(--space-2) var(--gutter);background:var(--accent-soft);color:var(--ink);font-size:.9375rem;text-align:center}'

/** The shop's own style sheet, for after ours; empty for our look. */
async function shopSheet({ look, identity, home }: ShopSettings): Promise<string> {
  const tokens = lookTokens(look)
  const parts = [
    tokens && `:root{${tokens}}`,
    identity.logo && LOGO,
    (home.picture || home.clip) && PICTURE,
    home.shelves.some(({ kind }) => kind !== 'all' && kind !== 'mission') && SHELF,
    (home.announcement.text.en || home.announcement.text.ja) && ANNOUNCEMENT,
  ]
    .filter(Boolean)
    .join('')
  return (parts && `@layer shop{${parts}}`) + ((await ownLayer(look.css)) ?? '')
}

/** Stores the sheet under the name of its content. @returns its path; undefined without one */
export async function storeSheet(
  { storage }: Pick<Deps, 'storage'>,
  shop: ShopSettings,
): Promise<string | undefined> {
  const sheet = await shopSheet(shop)
  if (!sheet) return undefined
  const key = `shop/${hash('sha256', sheet).slice(0, 32)}.css`
  if (!(await storage.stat(key))) await storage.put(key, Buffer.from(sheet), 'text/css; charset=utf-8')
  return `/media/${key}`
}
