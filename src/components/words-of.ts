import { type CollectionEntry, type CollectionKey, getEntry } from 'astro:content'
import type { Locale } from '#i18n/strings.ts'

/** Texts of a collection in a language; the build guarantees that they exist. */
export async function wordsOf<Name extends CollectionKey>(
  name: Name,
  locale: Locale,
): Promise<CollectionEntry<Name>['data']> {
  const entry = await getEntry(name, locale)
  if (!entry) throw new Error(`No texts of ${name} in ${locale}`)
  return entry.data
}
