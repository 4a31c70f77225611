import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCollection, createPromotion } from '#server/sets/create-set.ts'
import { aClip, aUser } from '../../support/database/rows.ts'
import { aLibrary, type Library } from '../../support/footage.ts'
import { runCommandHere } from '../../support/run-cli.ts'

let library: Library

beforeAll(async () => {
  library = await aLibrary()
  const { deps } = library
  const { id } = await aClip(deps.db)
  const maker = { id: await aUser(deps.db), membership: 'pro' } as const
  await createPromotion(deps, maker, { promo_name: '京都 Autumn', source_ids: [id], expires_in_days: 7 })
  await createCollection(deps, maker, { curated_name: 'Quiet Rain', source_ids: [id] })
})
afterAll(() => library.close())

const nagare = (...args: string[]) => runCommandHere(['sets', ...args], library.env)

test('sets are listed with their figures', async () => {
  const { code, stdout } = await nagare('list')
  expect(code).toBe(0)
  expect(stdout).toMatch(/promotion {3}京都-autumn +1 clip +0 views +0 downloads {2}until 20/)
  expect(stdout).toMatch(/collection {2}quiet-rain +1 clip +0 views +0 downloads\n2 sets\./)
  const lines = JSON.parse((await nagare('list', '--json')).stdout)
  expect(lines).toMatchObject([
    { kind: 'promotion', id: '京都-autumn', name: '京都 Autumn', clips: 1, views: 0, downloads: 0 },
    { kind: 'collection', id: 'quiet-rain' },
  ])
})

test('a promotion is extended and ended, and the log says by whom', async () => {
  expect((await nagare('extend', '京都 autumn', '--days', '30')).stdout).toMatch(/^It lasts until 20/)
  expect(await nagare('extend', '京都-autumn', '--days', '2')).toMatchObject({ code: 1, stdout: '' })
  expect(await nagare('end', '京都-autumn')).toMatchObject({ code: 0, stdout: 'It has ended.\n' })
  expect((await nagare('list')).stdout).toContain('ended 20')
  expect((await nagare('end', '京都-autumn')).stderr).toContain('has ended already')
  expect((await nagare('extend', 'nothing', '--days', '2')).stderr).toContain('there is no promotion')
  const records = await library.deps.db
    .selectFrom('audit_records')
    .select('action')
    .where('actor', '=', 'cli')
    .orderBy('id')
    .execute()
  expect(records.map(({ action }) => action)).toEqual(['promotion.extend', 'promotion.end'])
})

test('a curated set is taken down; if a promotion has its name, the kind is required', async () => {
  const { deps } = library
  const [clip] = await deps.db.selectFrom('sources').select('id').execute()
  const maker = { id: await aUser(deps.db), membership: 'pro' } as const
  await createPromotion(deps, maker, { promo_name: 'Quiet Rain', source_ids: [clip!.id], expires_in_days: 7 })
  expect((await nagare('end', 'Quiet Rain')).stderr).toContain('--kind')
  expect(await nagare('end', 'quiet-rain', '--kind', 'promotion')).toMatchObject({
    stdout: 'It has ended.\n',
  })
  expect(await nagare('end', 'quiet_rain')).toMatchObject({ code: 0, stdout: 'It is deleted.\n' })
  expect((await nagare('list')).stdout).not.toContain('collection')
  expect((await nagare('end', 'quiet-rain', '--kind', 'collection')).stderr).toContain(
    'there is no curated set',
  )
})

test.each([
  [['extend', 'x']],
  [['extend', 'x', '--days', '0']],
  [['extend', 'x', '--days', '91']],
  [['end']],
  [['end', 'x', '--kind', 'both']],
])('%j is wrong use', async (args) => {
  expect((await nagare(...args)).code).toBe(2)
})

test.each(['list', 'extend', 'end'])('help of %s tells the exit codes', async (verb) => {
  expect((await nagare(verb, '--help')).stdout).toContain('Exit codes:')
})
