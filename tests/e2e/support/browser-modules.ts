import { readFile } from 'node:fs/promises'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { moduleForBrowsers } from '#server/build/browser-calls.ts'

const SRC = join(import.meta.dirname, '../../../src')
const packages = createRequire(import.meta.url)

/** Serves the site's source modules from `/src/…`, unbundled, so that a test can call functions in a real tab. */
export async function serveModules(page: Page): Promise<void> {
  await page.route(/\/src\/.*\.ts$/, async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/src/', '')
    const file = join(SRC, path)
    const body = path.endsWith('-calls.ts')
      ? await moduleForBrowsers(file)
      : inBrowser(stripTypeScriptTypes(await readFile(file, 'utf8')))
    await route.fulfill({ contentType: 'text/javascript', body })
  })
  await page.route('**/packages/**', async (route) => {
    const [, name = '', path = ''] =
      /\/packages\/(@[^/]+\/[^/]+|[^/]+)\/(.*)/.exec(route.request().url()) ?? []
    const folder = dirname(packages.resolve(`${name}/package.json`))
    const source = await readFile(join(folder, path), 'utf8')
    await route.fulfill({ contentType: 'text/javascript', body: inBrowser(source) })
  })
}

function inBrowser(source: string): string {
  return source
    .replace(/(from\s*)'#([^']+)'/g, "$1'/src/$2'")
    .replace(/(from\s*)'((?:@[\w-]+\/)?[a-z][\w-]*)'/g, "$1'/packages/$2/index.js'")
    .replaceAll('process.env.NODE_ENV', '"production"')
}
