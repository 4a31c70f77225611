import { hash } from 'node:crypto'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import { lookTokens } from '#domain/shop/look.ts'
import type { Deps } from '#server/deps.ts'
import { ownLayer } from './own-css.ts'

const LOGO =
  '.wordmark img{inline-size:auto;block-size:2rem;max-inline-size:min(14rem,45vw);object-fit:contain}'
const PICTURE =
  '.banner img{margin-block-start:var(--space-6);inline-size:100%;block-size:auto;max-block-size:32rem;object-fit:cover;border-radius:var(--radius-m)}'
const ANNOUNCEMENT =
  '.announcement{padding:var(--space-2) var(--gutter);background:var(--accent-soft);color:var(--ink);font-size:.9375rem;text-align:center}'

/** The shop's own style sheet, for after ours; empty for our look. */
async function shopSheet({ look, identity, home }: ShopSettings): Promise<string> {
  const tokens = lookTokens(look)
  const parts = [
    tokens && `:root{${tokens}}`,
    identity.logo && LOGO,
    home.picture && PICTURE,
    (home.announcement.text.en || home.announcement.text.ja) && ANNOUNCEMENT,
  ].join('')
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
