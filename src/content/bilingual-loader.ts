import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Loader } from 'astro/loaders'
import { parse } from 'yaml'

const LOCALES = ['en', 'ja'] as const

/**
 * Loads `src/content/{name}/{en,ja}.yaml`. A missing or broken file fails the build; Astro's own loaders only log it.
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
