import { type CollectionEntry, type CollectionKey, getEntry } from 'astro:content'
import type { ReadLegal } from '#contract/shop/legal.ts'
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

type LegalName = 'terms' | 'privacy' | 'licence'

/** Words of a legal text as a version has them. */
export async function legalWordsOf<Name extends LegalName>(
  site: { shop: ShopSettings; claims: Claims },
  { held, version }: ReadLegal,
  name: Name,
  locale: Locale,
): Promise<CollectionEntry<Name>['data']> {
  const ours = await wordsOf(site, name, locale)
  const effective = version?.effective ?? held
  const texts = withClaims(version?.texts[locale][name] ?? {}, claimWords(site.claims, locale))
  return { ...ours, ...texts, ...('effective' in ours && effective && { effective }) }
}
