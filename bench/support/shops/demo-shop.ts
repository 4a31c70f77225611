import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { keep, nameOfLibrary, takeKept } from '../../../tests/e2e/support/kept-library.ts'
import { scratchFolder } from '../scratch.ts'
import { publishAgain } from './large-shop.ts'
import { freePort, type Served, serve } from './serve.ts'
import { ingestInto, openShop } from './shop.ts'

const LIBRARY = join(import.meta.dirname, '../../../demo/library')

/** A shop with clips of the demo library, at a URL that its pages use. */
export interface DemoShop {
  url: string
  serve(): Promise<Served>
}

/** @param files of the demo library; published repeatedly until there are `count` clips */
export async function openDemoShop(files: readonly string[], count: number): Promise<DemoShop> {
  const shop = await openShop()
  const folder = join(scratchFolder('library'), 'files')
  mkdirSync(folder)
  for (const file of files) copyFileSync(join(LIBRARY, file), join(folder, file))
  const name = nameOfLibrary(files.map((file) => join(LIBRARY, file)))
  takeKept(name, shop.folder)
  await ingestInto(shop, folder)
  keep(name, shop.folder)
  await publishAgain(shop, count)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { program, args, env } = shop.start()
  return {
    url,
    serve: () =>
      serve({ program, args, env: { ...env, SITE_URL: url, PORT: String(port) }, port, ready: '/readyz' }),
  }
}
