import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtSite } from '../../support/shop/built-site.ts'

const STATIC_IMPORT = /^(?:import|export)\b[^'"\n]*["']([^'"\n]+)["'];?$/gm

/** Files of the build and packages that a start loads: what `entry` imports without waiting until it is needed. */
function loadedBy(entry: string): Set<string> {
  const loaded = new Set<string>([entry])
  for (const file of loaded) {
    if (!file.startsWith('/')) continue
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(STATIC_IMPORT))
      loaded.add(name.startsWith('.') ? join(file, '..', name) : name)
  }
  return loaded
}

test('a server starts without what draws, pays or sends', async () => {
  await builtSite()
  const loaded = [...loadedBy(join(import.meta.dirname, '../../../dist/server/front.mjs'))]
  expect(loaded.length).toBeGreaterThan(50)
  expect(
    loaded.filter((name) => /sharp|font-file|stripe\.esm|nodemailer|@aws-sdk|\bmcp_/.test(name)),
  ).toEqual([])
})
