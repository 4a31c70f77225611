import { type Locale, localeOf, withoutLocale } from '#domain/address/locale-path.ts'

export interface ClipAddress {
  id: number
  locale: Locale
  query: URLSearchParams
}

/** Which clip of this site an address shows, on its page or in a player; undefined where it shows none. */
export function clipAddress(address: string, site: URL): ClipAddress | undefined {
  const url = URL.parse(address)
  if (!url || url.host !== site.host || !/^https?:$/.test(url.protocol)) return undefined
  const id = /^\/(?:m|embed)\/(\d{1,15})\/?$/.exec(withoutLocale(url.pathname))?.[1]
  return id ? { id: Number(id), locale: localeOf(url.pathname), query: url.searchParams } : undefined
}
