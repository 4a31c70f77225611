import { localeOf, localePath, type SitePath } from '#domain/locale-path.ts'

/** Where a link on this page leads: to the same language. For the browser only, which knows the page's address. */
export function linkHere(path: SitePath): SitePath {
  return localePath(localeOf(location.pathname), path)
}
