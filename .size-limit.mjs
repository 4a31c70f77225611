import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { SHELL as ISLANDS } from './src/server/build/shared-chunks.ts'

const FOLDER = 'dist/client/_astro'
const SHELL = ['client', ...ISLANDS.map((island) => basename(island))]
const GRID = [...SHELL, 'ClipGrid']
const LANDING = [...SHELL, 'JoinIslands', 'LoopVideo', 'CompareSlider']
const CLIP = [
  ...GRID,
  'ClipPlayer',
  'DownloadButton',
  'LikeButton',
  'ShareMenu',
  'ClipNumber',
  'EditorialBadge',
]

/** The part of a chunk's name before its hash. */
const nameOf = (file) => file.split('.')[0]
const scripts = readdirSync(FOLDER).filter((file) => file.endsWith('.js'))

/** A chunk's static imports; `import()` loads later and does not count. */
function importsOf(file) {
  const source = readFileSync(join(FOLDER, file), 'utf8')
  return [...source.matchAll(/\b(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)].map(([, path]) => path)
}

/** Code that no page loads before it is needed, recognised by words in it. */
const LATE = {
  PostHog: '$initial_person_info',
  Stripe: 'js.stripe.com',
  'what packs files': 'JSZip',
  'the lightbox': 'yarl__',
}

/** @throws if late code is missing, since then its words have changed, or loads with the page */
function refuseEarly(files) {
  for (const [what, words] of Object.entries(LATE)) {
    const holding = scripts.filter((file) => readFileSync(join(FOLDER, file), 'utf8').includes(words))
    if (holding.length === 0) throw new Error(`No script holds ${words}: see .size-limit.mjs`)
    const early = holding.find((file) => files.has(file))
    if (early) throw new Error(`${what} is loaded at once, in ${early}`)
  }
}

/** Paths of everything that these islands fetch before they run. */
function fetchedBy(islands) {
  const missing = islands.find((island) => !scripts.some((file) => nameOf(file) === island))
  if (missing) throw new Error(`There is no script of ${missing}: see .size-limit.mjs`)
  const found = new Set(scripts.filter((file) => islands.includes(nameOf(file))))
  for (const file of found) for (const path of importsOf(file)) found.add(path)
  refuseEarly(found)
  return [...found].map((file) => join(FOLDER, file))
}

/** Scripts that load after the shell, on demand. */
function later(part) {
  const known = new Set(fetchedBy(SHELL))
  return fetchedBy([part]).filter((path) => !known.has(path))
}

/** Each limit is 2 % above the size. */
export default [
  { name: 'pages without a grid: first load', path: fetchedBy(SHELL), limit: '69.4 kB', brotli: true },
  { name: 'the prices: first load', path: fetchedBy([...SHELL, 'Upgrade']), limit: '73.4 kB', brotli: true },
  {
    name: 'the page after paying: first load',
    path: fetchedBy([...SHELL, 'PaySuccess']),
    limit: '72.7 kB',
    brotli: true,
  },
  { name: 'a landing page: first load', path: fetchedBy(LANDING), limit: '72.6 kB', brotli: true },
  { name: 'pages with a grid: first load', path: fetchedBy(GRID), limit: '78 kB', brotli: true },
  { name: 'a clip: first load', path: fetchedBy(CLIP), limit: '83.3 kB', brotli: true },
  {
    name: 'the account: first load',
    path: fetchedBy([...SHELL, 'AccountPage']),
    limit: '93.6 kB',
    brotli: true,
  },
  {
    name: 'a licence: first load',
    path: fetchedBy([...SHELL, 'LicencePage']),
    limit: '77.8 kB',
    brotli: true,
  },
  {
    name: 'the sign-in dialog, when it is opened',
    path: later('AuthDialog'),
    limit: '18.2 kB',
    brotli: true,
  },
  {
    name: 'what counts usage, when the browser is idle',
    path: `${FOLDER}/posthog.*.js`,
    limit: '47.8 kB',
    brotli: true,
  },
  { name: 'the toaster, with the first toast', path: later('Toaster'), limit: '8.6 kB', brotli: true },
  // Pages contain their own styles.
  // Those of two type pairs, of which a shop has at most one, are 0.6 kB of it.
  { name: 'style sheets that come later', path: join(FOLDER, '*.css'), limit: '8 kB', brotli: true },
]
