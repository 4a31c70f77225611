import { expect, test } from 'vitest'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aClip } from '../../../tests/support/database/rows.ts'
import { planImport } from './plan-import.ts'
import { readAside } from './read-aside.ts'

const NAME = 'clips.csv'
const LARGE = `id\n${'1\n'.repeat(120_000)}`

describePlainSql('an import of a sheet', (open) => {
  async function plan(text: string) {
    const db = await open()
    return (await planImport(db, Buffer.from(text), NAME)).plan
  }

  test('with 60,000 columns is refused in one line', async () => {
    const names = Array.from({ length: 60_000 }, (_, at) => `c${at}`)
    const { rows, problems, unread, wrong } = await plan(`id,${names.join(',')}\n1\n`)
    expect({ rows, problems, unread, wrong }).toEqual({
      ...{ rows: 0, unread: [], wrong: 1 },
      problems: ['clips.csv line 1: 60001 columns, where at most 500 are read'],
    })
    const hidden = await plan(`id,"\n"${',a'.repeat(500)}\n`)
    expect(hidden.problems).toEqual(['clips.csv line 1: 502 columns, where at most 500 are read'])
    expect((await plan(`id${',a'.repeat(499)}\n`)).problems).toEqual([
      'clips.csv line 1: column "a" comes twice',
    ])
  })

  test('names the first columns that it does not read, and counts the others', async () => {
    const names = Array.from({ length: 50 }, (_, at) => `${at}-${'long'.repeat(100)}`)
    const { unread, unread_more } = await plan(`id,${names.join(',')}\n`)
    expect(unread).toHaveLength(20)
    expect(unread[0]).toBe(`0-${'long'.repeat(100)}`.slice(0, 79).concat('…'))
    expect(unread_more).toBe(30)
    expect(await plan('id,colour\n')).toMatchObject({ unread: ['colour'], unread_more: 0 })
  })

  test('lists the first problems, each cut to a readable length, and counts the others', async () => {
    const rows = `x,${'f'.repeat(5000)}\n`.repeat(600)
    const { problems, wrong } = await plan(`id,license_type\n${rows}`)
    expect([problems.length, wrong]).toEqual([500, 600])
    const [unknown = ''] = (await plan(`file,title_en\n${'f'.repeat(5000)},x\n`)).problems
    expect(unknown.length).toBeLessThanOrEqual(300)
    expect(unknown).toMatch(/^clips\.csv line 2, column file: no clip came as f+…$/)
    const [twice = ''] = (await plan(`id,${'t'.repeat(5000)},${'t'.repeat(5000)}\n`)).problems
    expect(twice).toMatch(/^clips\.csv line 1: column "t{79}…" comes twice$/)
  })

  test('lists as many changes as people read', async () => {
    const db = await open()
    const clips = []
    const source = { description: 'a'.repeat(5_000) }
    for (let each = 0; each < 110; each++) clips.push(await aClip(db, { source }))
    const rows = clips.map(({ id }) => `${id},${'b'.repeat(5_000)}`)
    const { plan } = await planImport(db, Buffer.from(`id,description_en\n${rows.join('\n')}\n`), 'a.csv')
    expect(plan).toMatchObject({ changed: 110, wrong: 0 })
    expect(plan.changes, 'a million letters').toHaveLength(100)
  })

  test('with a field of 5 MB has one problem', async () => {
    const { problems } = await plan(`id,title_en\n1,"${'x'.repeat(5_000_000)}"\n`)
    expect(problems).toEqual(['clips.csv line 2, column title_en: is longer than 200 characters'])
  })

  test('waits for its turn, as a large one; when too many wait, it is refused with a time to retry', async () => {
    const db = await open()
    const ends = await Promise.allSettled(
      Array.from({ length: 8 }, () => planImport(db, Buffer.from(LARGE), NAME)),
    )
    expect(ends.map(({ status }) => status)).toEqual([
      ...Array(5).fill('fulfilled'),
      ...Array(3).fill('rejected'),
    ])
    expect(ends[7]).toMatchObject({ reason: { code: 'busy', retryAfterSeconds: 5 } })
    expect((await plan(LARGE)).wrong).toBe(1)
  })

  test('that takes more time or memory than its process may have is refused as too large', async () => {
    for (const bounds of [
      { megabytes: 384, seconds: 0.001 },
      { megabytes: 8, seconds: 20 },
    ])
      await expect(readAside(Buffer.from(LARGE), NAME, bounds)).rejects.toMatchObject({
        code: 'fileTooLarge',
      })
    expect((await plan(LARGE)).wrong).toBe(1)
  })
})
