import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Loader } from 'astro/loaders'
import { parse } from 'yaml'

const LOCALES = ['en', 'ja'] as const

/**
 * Loads `src/content/{name}/en.yaml` and `ja.yaml` as the entries `en` and `ja`. Astro's own loaders pass over a file
 * that is missing or broken with a line in the log; here either one fails the build.
 */
export function bilingual(name: string): Loader {
  return {
    name: 'bilingual',
    async load({ config, store, parseData, watcher }) {
      const folder = new URL(`src/content/${name}/`, config.root)
      const loadAll = () =>
        Promise.all(
          LOCALES.map(async (id) => {
            const filePath = fileURLToPath(new URL(`${id}.yaml`, folder))
            const data = await parseData({ id, data: parse(await readFile(filePath, 'utf8')), filePath })
            store.set({ id, data })
          }),
        )
      await loadAll()
      watcher?.add(fileURLToPath(folder))
      watcher?.on('change', (path) => path.startsWith(fileURLToPath(folder)) && void loadAll())
    },
  }
}
