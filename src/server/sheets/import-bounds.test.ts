import { expect, test } from 'vitest'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aClip } from '../../../tests/support/database/rows.ts'
import { planImport } from './plan-import.ts'
import { readAside } from './read-aside.ts'

const LARGE = `id\n${'1\n'.repeat(120_000)}`

describePlainSql('an import of a sheet', (open) => {
  async function plan(text: string) {
    const db = await open()
    return (await planImport(db, Buffer.from(text))).plan
  }

  test('with 60,000 columns is refused in one line', async () => {
    const names = Array.from({ length: 60_000 }, (_, at) => `c${at}`)
    const { rows, problems, unknown, wrong } = await plan(`id,${names.join(',')}\n1\n`)
    expect({ rows, problems, unknown, wrong }).toEqual({
      ...{ rows: 0, unknown: { count: 0, first: [] }, wrong: 1 },
      problems: [{ code: 'tooManyColumns', value: '60001', most: 500 }],
    })
    const hidden = await plan(`id,"\n"${',a'.repeat(500)}\n`)
    expect(hidden.problems).toEqual([{ code: 'tooManyColumns', value: '502', most: 500 }])
    expect((await plan(`id${',a'.repeat(499)}\n`)).problems).toEqual([{ code: 'columnTwice', value: 'a' }])
  })

  test('names the first columns that it does not read, and counts the others', async () => {
    const names = Array.from({ length: 50 }, (_, at) => `${at}-${'long'.repeat(100)}`)
    const { unknown } = await plan(`id,${names.join(',')}\n`)
    expect([unknown.count, unknown.first.length]).toEqual([50, 20])
    expect(unknown.first[0]).toBe(`0-${'long'.repeat(100)}`.slice(0, 79).concat('…'))
  })

  test('lists the first problems, each cut to a readable length, and counts the others', async () => {
    const rows = `x,${'f'.repeat(5000)}\n`.repeat(600)
    const { problems, wrong } = await plan(`id,license_type\n${rows}`)
    expect([problems.length, wrong]).toEqual([500, 600])
    const [unknown] = (await plan(`file,title_en\n${'f'.repeat(5000)},x\n`)).problems
    expect(unknown).toEqual({ code: 'noClipOf', row: 2, value: `${'f'.repeat(79)}…` })
    const [twice] = (await plan(`id,${'t'.repeat(5000)},${'t'.repeat(5000)}\n`)).problems
    expect(twice).toEqual({ code: 'columnTwice', value: `${'t'.repeat(79)}…` })
  })

  test('lists as many changes as people read', async () => {
    const db = await open()
    const clips = []
    const source = { description: 'a'.repeat(5_000) }
    for (let each = 0; each < 110; each++) clips.push(await aClip(db, { source }))
    const rows = clips.map(({ id }) => `${id},${'b'.repeat(5_000)}`)
    const { plan } = await planImport(db, Buffer.from(`id,description_en\n${rows.join('\n')}\n`))
    expect(plan).toMatchObject({ changed: 110, wrong: 0 })
    expect(plan.changes, 'a million letters').toHaveLength(100)
  })

  test('with a field of 5 MB has one problem', async () => {
    const { problems } = await plan(`id,title_en\n1,"${'x'.repeat(5_000_000)}"\n`)
    const value = `${'x'.repeat(79)}…`
    expect(problems).toContainEqual({
      code: 'tooLong',
      row: 2,
      column: 2,
      name: 'title_en',
      value,
      most: 200,
    })
  })

  test('waits for its turn, as a large one; when too many wait, it is refused with a time to retry', async () => {
    const db = await open()
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => planImport(db, Buffer.from(LARGE))))
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
      await expect(readAside(Buffer.from(LARGE), bounds)).rejects.toMatchObject({
        code: 'fileTooLarge',
      })
    expect((await plan(LARGE)).wrong).toBe(1)
  })
})
