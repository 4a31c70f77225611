import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where `npm run build` puts the site. This file runs from there, or unbuilt from `src/`. */
export function distFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const [, root] = /^(.*)[\\/](?:src|dist)[\\/]/.exec(`${here}/`) ?? []
  if (!root) throw new Error(`the built site is not found from ${here}`)
  return join(root, 'dist')
}
