import { expect, test } from 'vitest'
import { parseConfig } from '#server/config/config.ts'
import type { Db } from '#server/db/schema.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aClip } from '../../../tests/support/database/rows.ts'
import { claimsBeyondLibrary, libraryClaims } from './claims.ts'

const now = () => new Date('2026-11-21T00:00:00.000Z')

function shop(db: Db, claims: Record<string, string> = {}) {
  const required = { SITE_URL: 'https://nagare.example', MEDIA_KEYS: 'k'.repeat(43) }
  return { db, now, site: parseConfig({ ...required, ...claims }).site }
}

async function library(db: Db, sizes: readonly [width: number, height: number][], created: string) {
  for (const [width, height] of sizes) await aClip(db, { source: { created }, media: { width, height } })
}

describeEachDatabase('the pages’ claims', (open) => {
  test('warn the operator in one line if the library has less', async () => {
    const db = await open()
    expect(await claimsBeyondLibrary(shop(db))).toBe(
      'The pages claim more than the library has: 850+ clips (it has 0). What they say is in the studio’s room Shop.',
    )
    await library(
      db,
      [
        [1920, 1080],
        [720, 1280],
      ],
      '2026-11-13T00:00:00.000Z',
    )
    const line = await claimsBeyondLibrary(shop(db, { CLAIMED_CLIPS: '3' }))
    expect(line).toContain(
      '3+ clips (it has 2), weekly updates (the last was 8 days ago), 1080p (some films are smaller).',
    )
    expect(line).not.toContain('\n')
  })

  test('give no warning if the library has enough', async () => {
    const db = await open()
    await library(
      db,
      [
        [1920, 1080],
        [1080, 1920],
        [1080, 1080],
      ],
      '2026-11-14T00:00:00.000Z',
    )
    expect(await claimsBeyondLibrary(shop(db, { CLAIMED_CLIPS: '3' }))).toBeUndefined()
    const smaller = { CLAIMED_CLIPS: '1', CLAIMED_UPDATES: 'monthly', CLAIMED_RESOLUTION: '720p' }
    expect(await claimsBeyondLibrary(shop(db, smaller))).toBeUndefined()
  })

  test('are the library’s own number once that is larger', async () => {
    const db = await open()
    expect((await libraryClaims(shop(db))).clips).toBe(850)
    await library(db, Array(51).fill([1920, 1080]), '2026-11-20T00:00:00.000Z')
    expect((await libraryClaims(shop(db, { CLAIMED_CLIPS: '30' }))).clips).toBe(50)
  })
})
