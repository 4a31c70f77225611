import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, sep } from 'node:path'

/*
 * Leaves in node_modules what the built site, the server's sources and the command line load, and what that needs; the rest
 * was for building. Run it in a copy, such as a stage of an image: node prune-modules.mjs FOLDER
 */

const root = process.argv[2]
if (!root || !existsSync(join(root, 'package.json'))) throw new Error('say which folder')
const modules = join(root, 'node_modules')
const SOURCES = ['src/cli', 'src/server', 'src/contract', 'src/domain', 'src/i18n', 'dist/server']
/** In the built site, or for the build and `npm run dev` only, though files of src/server name them. */
const BUILD_ONLY = /^(astro|@astrojs\/.*|vite|react|react-dom|schema-dts|posthog-js)$/
/** Watermarks and certificates take two of the font's five weights. */
const NEVER_LOADED =
  /\.(map|d\.[cm]?ts|md|markdown|flow|ttf\.png)$|(^|\/)(300Light|500Medium|900Black|docs?|examples?|tests?|__tests__|\.github)\//

const importsOf = (code) =>
  [
    ...code.matchAll(
      /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\w*(?:\.resolve)?\)?\(\s*)['"`]([^'"`.#/$\s][^'"`$\s]*)/g,
    ),
  ].map(([, name]) => name)
const packageOf = (name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))

/** As Node finds it: beside, or in a folder above. */
function find(name, from) {
  for (let at = from; at.length >= root.length; at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return folder
  }
  return undefined
}

function keep(kept, name, from) {
  const folder = find(name, from)
  if (!folder || kept.has(folder)) return
  kept.add(folder)
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) keep(kept, needed, folder)
}

const code = SOURCES.flatMap((folder) => filesBelow(join(root, folder)))
  .filter((file) => /\.m?[jt]sx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .flatMap((file) => importsOf(readFileSync(file, 'utf8')))
const kept = new Set()
for (const name of new Set(code.map(packageOf)))
  if (!isBuiltin(name) && !BUILD_ONLY.test(name)) keep(kept, name, root)

const packageFolder = (file) => {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll(sep, '/')) ?? []
  return folder
}
for (const file of filesBelow(modules)) {
  const folder = packageFolder(file)
  const inside = folder && file.slice(folder.length + 1)
  if (!folder || !kept.has(folder) || NEVER_LOADED.test(inside)) rmSync(file, { force: true })
}
for (const file of filesBelow(join(root, 'src'))) if (/\.test\.tsx?$/.test(file)) rmSync(file)
