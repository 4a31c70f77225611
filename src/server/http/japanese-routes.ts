import { globSync } from 'node:fs'
import type { AstroIntegration } from 'astro'
import { localePath, type SitePath } from '#domain/address/locale-path.ts'

const SEARCH_FORM = 's/index.ts'
const FEED = 'feed.atom.ts'

/** Every page a second time, at its Japanese address; each file serves both languages. */
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

/**
 * Those of the files below src/pages that have a Japanese address beside their own: the pages for people, and where
 * their search form arrives, and feeds. The landing pages are a file for each language.
 */
export function japanesePages(files: readonly string[]): { file: string; pattern: SitePath }[] {
  return files
    .filter((file) => isPage(file) || file === SEARCH_FORM || file.endsWith(FEED))
    .map((file) => ({ file, pattern: localePath('ja', patternOf(file)) }))
}

const isPage = (file: string) => file.endsWith('.astro') && !file.startsWith('promo-signup')

/** `s/[searchTerm].astro` stands at `/s/[searchTerm]`, `s/index.ts` at `/s`. */
function patternOf(file: string): SitePath {
  return `/${file.replace(/\.(?:astro|ts)$/, '').replace(/(?:^|\/)index$/, '')}`
}
