import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { bulkJob } from '#server/library/bulk/bulk-job.ts'
import { bulkOperation, undoBulk } from '#server/library/bulk/operations.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { foundExactly } from '../../../tests/support/found-exactly.ts'
import { exportSheet } from './export-sheet.ts'
import { planImport } from './plan-import.ts'
import { importSheet } from './start-import.ts'

const SIGNAL = new AbortController().signal
const NAME = 'clips.csv'

describePlainSql('a sheet of clips', (open) => {
  async function library() {
    const db = await open()
    const deps = {
      db,
      now: () => new Date('2026-11-22T09:00:00.000Z'),
      events: new EventEmitter(),
    } as never as Parameters<typeof importSheet>[0]
    const person = { id: await aUser(db, { role: 'editor' }), membership: 'free', role: 'editor' } as const
    const clip = async (source: object = {}, media: object = {}) => {
      const { id } = await aClip(db, { source: { ai: 0, ...source }, media })
      await db.transaction().execute((trx) => indexSource(trx, id))
      return id
    }
    return {
      db,
      deps,
      person,
      clip,
      plan: async (text: string | Buffer) => (await planImport(db, Buffer.from(text))).plan,
      /** Previews a sheet, and applies it. */
      async take(text: string) {
        const bytes = Buffer.from(text)
        const { plan } = await planImport(db, bytes)
        const file = { name: NAME, bytes: bytes.toString('base64'), digest: plan.digest }
        const { id } = await importSheet(deps, person, file)
        await run()
        return bulkOperation(deps, id)
      },
      run,
      found: (text: string) => foundExactly({ db }, text),
      async sheet(...ids: number[]) {
        let text = ''
        for await (const piece of exportSheet({ db }, ids)) text += piece
        return text
      },
      rows: () => db.selectFrom('library').selectAll().orderBy('id').execute(),
    }
    function run() {
      return bulkJob(undefined as never).run(deps as never, {}, { id: 1, attempts: 1, signal: SIGNAL })
    }
  }

  test('that was exported changes nothing when imported, with any content', async () => {
    const { clip, plan, sheet } = await library()
    const odd = {
      title: '=HYPERLINK("x")',
      source: "'=quoted",
      title_ja: '雨, "霧"',
      description: 'One\r\nTwo',
      description_ja: '＝全角',
      keywords: '["a b","-c"]',
    }
    const ids = [await clip(odd), await clip({ ai: null, state: 'draft' }), await clip({ ai: 1 })]
    const text = await sheet(...ids)
    expect(text.startsWith('\ufeffid,file,state,title_en')).toBe(true)
    expect(text).toContain(`'=HYPERLINK`)
    expect(await plan(text)).toMatchObject({
      format: 'nagare',
      rows: 3,
      changed: 0,
      same: 3,
      wrong: 0,
      problems: [],
    })
  })

  test('with a million rows is refused with a message, and read no further', async () => {
    const { plan } = await library()
    const { rows, problems } = await plan(`id,title_en\n${'1,a\n'.repeat(1_000_000)}`)
    expect({ rows, problems }).toEqual({ rows: 10_000, problems: [{ code: 'tooManyRows', most: 10_000 }] })
  })

  test('that is large does not block visitors', async () => {
    const { plan } = await library()
    let turns = 0
    const turning = setInterval(() => turns++, 1)
    const { rows } = await plan(`id,title_en\n${`1,${'long '.repeat(35)}\n`.repeat(1500)}`)
    clearInterval(turning)
    expect(rows).toBe(1500)
    expect(turns).toBeGreaterThan(10)
  })

  test('is previewed, applied, and undone', async () => {
    const { deps, person, clip, plan, take, run, rows, found } = await library()
    const ids = [
      await clip({ title: 'Grey heron', category: 'sea' }),
      await clip({ title: 'Crane', keywords: '["bird"]', category: 'rain' }),
    ]
    const text = [
      'id,title_en,keywords_en,category,ai,modifier_model,description_en',
      `${ids[0]},White egret,wader; bird,rain,yes,Veo,-`,
      `${ids[1]},,bird,rain,no,,`,
      '',
    ].join('\n')
    const before = await rows()
    expect(await plan(text)).toMatchObject({
      ...{ rows: 2, changed: 1, same: 1, wrong: 0 },
      changes: [
        {
          ...{ row: 2, clip: ids[0], title: 'Grey heron' },
          changes: [
            { column: 'title_en', before: 'Grey heron', after: 'White egret' },
            { column: 'keywords_en', before: 'temple', after: 'wader; bird' },
            { column: 'category', before: 'sea', after: 'rain' },
            { column: 'modifier_model', before: '', after: 'Veo' },
            { column: 'ai', before: 'no', after: 'yes' },
            { column: 'description_en', before: 'First paragraph.\n\nSecond paragraph.', after: '' },
          ].toSorted((a, b) => order(text, a.column) - order(text, b.column)),
        },
      ],
    })
    expect(await rows()).toEqual(before)
    const { id } = await take(text)
    expect([await found('egret'), await found('heron')]).toEqual([[ids[0]], []])
    expect((await rows())[0]).toMatchObject({ category: 'rain', ai: 1, version: 2, description: '' })
    await undoBulk(deps, person, id)
    await run()
    expect([await found('egret'), await found('heron')]).toEqual([[], [ids[0]]])
    expect((await rows()).map(({ version, updated, ...row }) => row)).toEqual(
      before.map(({ version, updated, ...row }) => row),
    )
  })

  const order = (text: string, column: string) => text.split('\n')[0]!.split(',').indexOf(column)

  test('made for an agency finds its clips by the names of their files', async () => {
    const { clip, take, plan, rows } = await library()
    await clip({}, { original_filename: 'rain.mov' })
    await clip({}, { original_filename: 'twice.mov' })
    await clip({}, { original_filename: 'twice.mov' })
    const text =
      'Filename,Description,Keywords,Categories,Editorial\nrain.mov,雨の京都,"雨、kyoto",Nature,yes\ntwice.mov,Two,a,,\nnone.mov,None,a,,\n'
    const shown = await plan(text)
    expect(shown).toMatchObject({ format: 'shutterstock', changed: 1, wrong: 2, unknown: { count: 0 } })
    expect(shown.problems).toEqual([
      { code: 'severalClips', row: 3, value: expect.stringMatching(/^twice\.mov: \d+, \d+$/) },
      { code: 'noClipOf', row: 4, value: 'none.mov' },
    ])
    await take(text)
    expect((await rows())[0]).toMatchObject({
      ...{ title_ja: '雨の京都', keywords: '["kyoto"]', keywords_ja: '["雨"]', license_type: 'editorial' },
    })
  })

  test('with bad fields names them and takes the others, and required fields stay', async () => {
    const { clip, plan, take, rows } = await library()
    const ids = [await clip(), await clip(), await clip()]
    const text = [
      'id,title_en,license_type,category,date_created',
      `${ids[0]},One,free,,2026-13-45`,
      `${ids[1]},Two,,nowhere,`,
      '7654321,,,,',
      'x,,,,',
      `${ids[2]},,-,,`,
      `${ids[0]},,,,`,
    ].join('\n')
    expect(await plan(text)).toMatchObject({ changed: 2, same: 1, wrong: 7 })
    expect((await plan(text)).problems).toEqual([
      { code: 'notLicenceType', row: 2, column: 3, name: 'license_type', value: 'free' },
      { code: 'notDate', row: 2, column: 5, name: 'date_created', value: '2026-13-45' },
      { code: 'notNumber', row: 5 },
      { code: 'notCategory', row: 3, column: 4, name: 'category', value: 'nowhere' },
      { code: 'noClip', row: 4, value: '7654321' },
      { code: 'neverEmpty', row: 6, column: 3, name: 'license_type', value: '' },
      { code: 'twice', row: 7, value: String(ids[0]) },
    ])
    await take(text)
    expect((await rows()).map(({ title }) => title)).toEqual(['One', 'Two', expect.any(String)])
    expect((await plan('title\nx\n')).problems).toEqual([{ code: 'noIdColumn', row: 1 }])
    expect((await plan(Buffer.from([0x69, 0x64, 0x0a, 0x93, 0xff]))).problems).toEqual([{ code: 'encoding' }])
  })

  test('keeps texts that a spreadsheet would take for a number, a date or a truth value', async () => {
    const { clip, plan, sheet } = await library()
    const texts = [
      '1-2',
      '3/4',
      '10:30',
      '1,000',
      '007',
      '1e5',
      '50%',
      'TRUE',
      '５月',
      '令和6年5月1日',
      "'007",
    ]
    const others = ['2024', '3 boats', '2024年の桜', "'90s"]
    const ids = []
    for (const title of [...texts, ...others]) ids.push(await clip({ title }))
    const exported = await sheet(...ids)
    for (const text of texts) expect(exported).toMatch(new RegExp(`,published,"?'${text}`))
    for (const text of others) expect(exported).toMatch(new RegExp(`,published,${text}`))
    expect(await plan(exported)).toMatchObject({ changed: 0, same: ids.length, wrong: 0 })
  })

  test('that a Japanese spreadsheet saved again changes nothing but what was edited', async () => {
    const { db, clip, plan, sheet } = await library()
    await db
      .insertInto('categories')
      .values({ key: 'four_seasons', label: 'Four Seasons', label_ja: '四季', position: 1 })
      .onConflict((on) => on.doNothing())
      .execute()
    const id = await clip({
      ...{ date_created: '2024-05-31', description: 'One\r\nTwo', category: 'four_seasons', title: 'Rain' },
      keywords_ja: '["雨","京都 嵐山"]',
    })
    const saved = (await sheet(id))
      .replace('2024-05-31', '2024/5/31')
      .replace('One\r\nTwo', 'One\nTwo')
      .replace('four_seasons', '四季')
      .replace('雨; 京都 嵐山', '雨、京都　嵐山')
    expect(await plan(saved)).toMatchObject({ changed: 0, same: 1, wrong: 0, export_only: ['state'] })
    expect(await plan(saved.replace('Rain', 'Snow'))).toMatchObject({
      ...{ changed: 1, wrong: 0 },
      changes: [{ changes: [{ column: 'title_en', before: 'Rain', after: 'Snow' }] }],
    })
  })

  test('is refused if the library has changed since the preview, and skips clips that change meanwhile', async () => {
    const { db, deps, person, clip, run, rows } = await library()
    const id = await clip({ title: 'Heron' })
    const bytes = Buffer.from(`id,title_en\n${id},Egret\n`)
    const file = { name: NAME, bytes: bytes.toString('base64') }
    const { plan } = await planImport(db, bytes)
    await db.updateTable('library').set({ title: 'Crane', version: 2 }).execute()
    await expect(importSheet(deps, person, { ...file, digest: plan.digest })).rejects.toMatchObject({
      code: 'previewOutdated',
    })
    const again = (await planImport(db, bytes)).plan
    const operation = await importSheet(deps, person, { ...file, digest: again.digest })
    await db.updateTable('library').set({ title: 'Stork', version: 3 }).execute()
    await run()
    expect(await bulkOperation(deps, operation.id)).toMatchObject({
      changed: 0,
      refused: { changedSince: 1 },
    })
    expect((await rows())[0]?.title).toBe('Stork')
  })
})
