import { type CollectionEntry, type CollectionKey, getEntry } from 'astro:content'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import type { Claims } from '#domain/clips/claims.ts'
import { withOwn } from '#domain/shop/own-words.ts'
import { claimWords, withClaims } from '#i18n/claim-words.ts'
import type { Locale } from '#i18n/strings.ts'

/** Texts of a collection in a language, the shop's own before ours; the build guarantees that ours exist. */
export async function wordsOf<Name extends CollectionKey>(
  { shop, claims }: { shop: ShopSettings; claims: Claims },
  name: Name,
  locale: Locale,
): Promise<CollectionEntry<Name>['data']> {
  const entry = await getEntry(name, locale)
  if (!entry) throw new Error(`No texts of ${name} in ${locale}`)
  const own = shop.words?.[name]
  return withOwn(entry.data, own, locale, (text) => withClaims(text, claimWords(claims, locale)))
}
