import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder with `src` and `dist`. This file runs from the built site, or unbuilt from `src/`. */
export function rootFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const [, root] = /^(.*)[\\/](?:src|dist)[\\/]/.exec(`${here}/`) ?? []
  if (!root) throw new Error(`the project's folder is not found from ${here}`)
  return root
}

/** Where `npm run build` puts the site. */
export const distFolder = (): string => join(rootFolder(), 'dist')
