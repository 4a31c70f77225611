import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseSitemap, type SitemapItem } from 'sitemap'
import { distFolder } from '#server/build/dist-folder.ts'
import type { Deps } from '#server/deps.ts'

/** Written by the build, which does not know the site's address; see list-static-pages.ts. */
const PAGE_LIST = 'pages-0.xml'

/** The pages that are there whatever the catalogue holds, as the build has found them, at the site's own address. */
export async function staticPages(site: Deps['site']): Promise<SitemapItem[]> {
  const file = join(distFolder(), 'server', PAGE_LIST)
  // While the site is being developed there is no build.
  if (!existsSync(file)) return []
  const pages = await parseSitemap(createReadStream(file))
  const here = (url: string) => new URL(new URL(url).pathname, site.url).href
  return pages
    .filter(({ url }) => site.seller || !url.endsWith('/commerce'))
    .map((page) => ({
      ...page,
      url: here(page.url),
      links: page.links.map((link) => ({ ...link, url: here(link.url) })),
    }))
}
