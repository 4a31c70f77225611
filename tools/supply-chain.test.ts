import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  version: string
  resolved?: string
  integrity?: string
  license?: string
  link?: boolean
  dev?: boolean
  hasInstallScript?: boolean
}

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
const manifest = JSON.parse(read('package.json'))
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }
const locked = Object.entries(packages).filter(([path]) => path !== '')
const nameOf = (path: string) => path.split('node_modules/').at(-1)!

/** May be used, changed and sold in a closed installation; copyleft is limited to the file or library. */
const FREE = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Zlib'],
  ...[
    'CC0-1.0',
    'Unlicense',
    'Python-2.0',
    'OFL-1.1',
    'MPL-2.0',
    'LGPL-3.0',
    'LGPL-3.0-or-later',
    'LGPL-2.1',
  ],
]
/** Programs that we start and do not link with. Passing them on needs their licence. */
const PROGRAMS = /^@(?:ffmpeg-binary|ffmpeg-installer|ffprobe-installer)\//
/** Their package.json has no licence; README or LICENSE says MIT. */
const SAID_ELSEWHERE = ['combine-errors', 'png-js']

/** Of `A OR B` one must be on the list, of `A AND B` both. */
const isFree = (license: string) =>
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => FREE.includes(one)))

test('every package is locked by its content, and comes over https from one registry', () => {
  const origins = new Set<string>()
  for (const [path, { resolved, integrity, link }] of locked) {
    expect(link, path).toBeUndefined()
    expect(integrity, path).toMatch(/^sha512-[\w+/]{86}==$/)
    if (resolved) origins.add(new URL(resolved).origin)
  }
  expect([...origins].filter((origin) => !origin.startsWith('https://'))).toEqual([])
  expect(origins.size).toBeLessThanOrEqual(1)
})

test('every shipped package has a licence on the list', () => {
  const others = locked
    .filter(
      ([path, { dev }]) => !dev && !PROGRAMS.test(nameOf(path)) && !SAID_ELSEWHERE.includes(nameOf(path)),
    )
    .filter(([, { license }]) => !isFree(license ?? 'none'))
  expect(others.map(([path, { license }]) => `${nameOf(path)}: ${license}`)).toEqual([])
})

test('only listed packages run install scripts', () => {
  const undecided = locked
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => nameOf(path))
    .filter((name) => !(name in manifest.allowScripts) && !/darwin|win|arm|ia32|ppc64|fsevents/.test(name))
  expect(undecided).toEqual([])
})

test('every dependency has a pinned version, and docs/dependencies.md lists exactly these, with a reason', () => {
  const wanted: Record<string, string> = {
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.devDependencies,
  }
  for (const [name, version] of Object.entries(wanted))
    expect(version, name).toMatch(/^(?:npm:\w+@)?\d+\.\d+\.\d+/)
  const rows = [...read('docs/dependencies.md').matchAll(/^\| (.+?) \| .{5,} \|$/gm)]
  const explained = rows.flatMap(([, names]) => [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))
  const named = Object.keys(wanted).filter((name) => !name.startsWith('@types/'))
  expect(explained.toSorted()).toEqual(named.toSorted())
})
