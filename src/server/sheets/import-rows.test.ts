import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { exportSheet } from './export-sheet.ts'
import { planImport } from './plan-import.ts'
import { importSheet } from './start-import.ts'

describePlainSql('the rows of a sheet', (open) => {
  async function library() {
    const db = await open()
    return {
      db,
      clip: async (source: object = {}, media: object = {}) => (await aClip(db, { source, media })).id,
      plan: async (text: string) => (await planImport(db, Buffer.from(text))).plan,
      async sheet(ids: readonly number[]) {
        let text = ''
        for await (const piece of exportSheet({ db }, ids)) text += piece
        return text.trim().split('\r\n').slice(1)
      },
    }
  }

  test('are exported in the order asked for, without clips that are gone', async () => {
    const { clip, sheet } = await library()
    const ids = []
    for (let each = 0; each < 502; each++) ids.push(await clip())
    const asked = [ids[501]!, 7_654_321, ...ids.slice(0, 501)]
    const numbers = (await sheet(asked)).map((line) => Number(line.split(',')[0]))
    expect(numbers).toEqual(asked.filter((id) => id !== 7_654_321))
  })

  test('are ordered for all their clips and no other, also when there are many', async () => {
    const { db, clip, plan } = await library()
    const ids = []
    for (let each = 0; each < 503; each++) ids.push(await clip({ license: 'Old' }))
    const changed = ids.slice(1)
    const text = `id,license\n${changed.map((id) => `${id},New`).join('\n')}\n`
    const { digest, changes } = await plan(text)
    expect(changes, 'the first ones are shown').toHaveLength(500)
    const deps = { db, now: () => new Date(), events: new EventEmitter() } as never
    const person = { id: await aUser(db, { role: 'editor' }), membership: 'free', role: 'editor' } as const
    const file = { name: 'a.csv', bytes: Buffer.from(text).toString('base64'), digest }
    const operation = await importSheet(deps, person, file)
    const ordered = await db.selectFrom('bulk_wanted').selectAll().orderBy('source_id').execute()
    expect(ordered.map(({ source_id }) => source_id)).toEqual(changed)
    const wanted = { operation_id: operation.id, wanted: '{"license":"New"}', version: 1 }
    expect(ordered[501]).toMatchObject(wanted)
  })

  test('may be ten thousand, and not one more', async () => {
    const { plan } = await library()
    const sheet = (rows: number) => `id\n${'9\n'.repeat(rows)}`
    expect(await plan(sheet(10_000))).toMatchObject({ rows: 10_000, wrong: 10_000 })
    expect(await plan(sheet(10_001))).toMatchObject({ rows: 10_000, changed: 0, same: 0, wrong: 1 })
  })

  test('name their clip by its number, which counts more than the file', async () => {
    const { clip, plan } = await library()
    const one = await clip({ license: 'A' }, { original_filename: 'one.mov' })
    const two = await clip({ license: 'A' }, { original_filename: 'two.mov' })
    const clips = async (rows: string) =>
      (await plan(`id,file,license\n${rows}`)).changes.map((row) => row.clip)
    expect(await clips(`${two},one.mov,B\n`)).toEqual([two])
    expect(await clips(',trip\\one.mov,B\n')).toEqual([one])
    expect(await clips(`,one.mov,B\n${two},,B\n`)).toEqual([one, two])
    const { problems } = await plan(`id,file,license\n,,B\n0,,B\n1234567890123456,,B\n-1,,B\n`)
    expect(problems).toEqual([
      { code: 'noName', row: 2 },
      ...[3, 4, 5].map((row) => ({ code: 'notNumber', row })),
    ])
  })

  test('change nothing by the state, or by a column that only people read', async () => {
    const { clip, plan } = await library()
    const id = await clip({ license: 'A' })
    expect(await plan(`id,state,colour,license\n${id},draft,red,A\n`)).toMatchObject({
      ...{ same: 1, changed: 0, wrong: 0, unknown: { first: ['colour'] }, export_only: ['state'] },
    })
  })

  test('empty a text by “-”, and say so before', async () => {
    const { clip, plan } = await library()
    const id = await clip({ description: 'Long', ai: 1, source_url: 'https://a.example/x' })
    const { changes } = await plan(`id,description_en,ai,source_url,title_en\n${id},-,-,-,\n`)
    expect(changes[0]?.changes).toEqual([
      { column: 'description_en', before: 'Long', after: '' },
      { column: 'ai', before: 'yes', after: '' },
      { column: 'source_url', before: 'https://a.example/x', after: '' },
    ])
  })
})
