import { globSync } from 'node:fs'
import type { AstroIntegration } from 'astro'
import { localePath, type SitePath } from '#domain/address/locale-path.ts'

const SEARCH_FORM = 's/index.ts'
const FEED = 'feed.atom.ts'

/** Adds a Japanese address to every page; one file serves both languages. */
export function japaneseRoutes(): AstroIntegration {
  return {
    name: 'nagare:japanese-routes',
    hooks: {
      'astro:config:setup': ({ config, injectRoute }) => {
        const pages = new URL('pages/', config.srcDir)
        for (const { file, pattern } of japanesePages(globSync('**/*.{astro,ts}', { cwd: pages })))
          injectRoute({ pattern, entrypoint: new URL(file, pages) })
      },
    },
  }
}

/** Pages, search form and feeds below src/pages. The landing pages have one file per language. */
export function japanesePages(files: readonly string[]): { file: string; pattern: SitePath }[] {
  return files
    .filter((file) => isPage(file) || file === SEARCH_FORM || file.endsWith(FEED))
    .map((file) => ({ file, pattern: localePath('ja', patternOf(file)) }))
}

const isPage = (file: string) => file.endsWith('.astro') && !file.startsWith('promo-signup')

/** `s/[searchTerm].astro` becomes `/s/[searchTerm]`, `s/index.ts` `/s`. */
function patternOf(file: string): SitePath {
  return `/${file.replace(/\.(?:astro|ts)$/, '').replace(/(?:^|\/)index$/, '')}`
}
