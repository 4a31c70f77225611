import { EventEmitter } from 'node:events'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Person } from '#domain/membership/membership.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { describePlainSql } from '../../../../tests/support/database/databases.ts'
import { DETAILS, newClip, SEA } from '../../../../tests/support/database/new-clip.ts'
import { aClip, aUser } from '../../../../tests/support/database/rows.ts'
import { setShop } from '../../../../tests/support/shop/set-shop.ts'
import { startBulk } from '../bulk/operations.ts'
import { describeClip } from '../describe-clip.ts'
import { replaceClip } from '../replace-clip.ts'
import { deleteClip } from './delete-clip.ts'
import { editClip } from './edit-clip.ts'
import { hideNow, publishNow, scheduleDraft } from './show-clip.ts'

const NOW = new Date('2026-11-22T09:00:00.000Z')
const EDITOR = { id: 7 }
const LATER = new Date(NOW.getTime() + 60_000).toISOString()

interface After {
  /** Whether the queue looks at once. */
  woken: 0 | 1
  /** Whether visitors' pages with the clip are made again, and pictures of its sets drawn again. */
  cleared: boolean
  drawn: boolean
  logged: string[]
  /** Of the clip, which was 1; 2 if not said. */
  version?: number | undefined
  /** Kinds of other work that is queued. */
  queued?: string[]
}
type State = 'published' | 'draft' | 'hidden'

const ACTS: [string, State, (deps: Deps, id: number, person: Person) => Promise<unknown>, After][] = [
  [
    'an edit of a published clip',
    'published',
    (deps, id) =>
      editClip(deps, EDITOR, id, {
        version: 1,
        title: 'Crane',
        license: 'House',
        modifier_model: 'camera',
        category: 'sea',
      }),
    { woken: 0, cleared: true, drawn: false, logged: ['clip.edit'] },
  ],
  [
    'an edit of a draft',
    'draft',
    (deps, id) => editClip(deps, EDITOR, id, { version: 1, title: 'Crane' }),
    { woken: 0, cleared: false, drawn: false, logged: ['clip.edit'] },
  ],
  [
    'another second for its preview',
    'draft',
    (deps, id) => editClip(deps, EDITOR, id, { version: 1, preview_at: 1 }),
    { woken: 1, cleared: false, drawn: false, logged: ['clip.edit'], queued: ['clip-tile'] },
  ],
  [
    'a schedule',
    'draft',
    (deps, id) => scheduleDraft(deps, EDITOR, { id, version: 1, publish_at: LATER }),
    { woken: 0, cleared: false, drawn: false, logged: ['clip.edit'] },
  ],
  [
    'a publication',
    'draft',
    (deps, id) => publishNow(deps, EDITOR, { id, version: 1 }),
    { woken: 1, cleared: true, drawn: true, logged: ['clip.publish'] },
  ],
  [
    'a return',
    'hidden',
    (deps, id) => publishNow(deps, EDITOR, { id, version: 1 }),
    { woken: 1, cleared: true, drawn: true, logged: ['clip.publish'] },
  ],
  [
    'a hiding',
    'published',
    (deps, id) => hideNow(deps, EDITOR, { id, version: 1 }),
    { woken: 1, cleared: true, drawn: true, logged: ['clip.hide'] },
  ],
  [
    'a deletion',
    'published',
    (deps, id) => deleteClip(deps, EDITOR, { id }),
    {
      woken: 1,
      cleared: true,
      drawn: true,
      logged: ['clip.delete'],
      queued: ['remove-files'],
      version: undefined,
    },
  ],
  [
    'another file',
    'published',
    (deps, id) => replaceClip(deps, id, newClip('o')),
    { woken: 0, cleared: true, drawn: true, logged: [], queued: ['remove-files'] },
  ],
  [
    'the same footage rendered again',
    'published',
    async ({ db, ...deps }, id) => {
      await db.updateTable('medias').set({ poster_at: null }).where('source_id', '=', id).execute()
      const own = db.selectFrom('library').select('content_hash').where('id', '=', id)
      const { content_hash: contentHash } = await own.executeTakeFirstOrThrow()
      await replaceClip({ db, ...deps }, id, { ...newClip('o'), contentHash })
    },
    { woken: 0, cleared: true, drawn: true, logged: [], queued: ['remove-files'] },
  ],
  [
    'the sheet of the command line',
    'published',
    (deps, id) => describeClip(deps, id, { details: DETAILS, category: SEA }),
    { woken: 0, cleared: true, drawn: false, logged: ['category.rename', 'clip.edit'] },
  ],
  [
    'an order of a change',
    'published',
    (deps, id, person) =>
      startBulk(deps, person, { ids: [id, id], change: { kind: 'hide' } }).then(({ total }) =>
        expect(total, 'each clip once').toBe(1),
      ),
    { woken: 1, cleared: false, drawn: false, logged: [], queued: ['library-bulk'], version: 1 },
  ],
]

async function queued(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['kind', 'payload'])
    .orderBy('kind')
    .orderBy('payload')
    .execute()
  return rows.map(({ kind, payload }) => (kind === 'set-sheet' ? `${kind} ${payload}` : kind))
}

describePlainSql('after an act on a clip', (open) => {
  test.each(ACTS)('%s: pages, pictures of sets, the queue and the log', async (_, state, act, after) => {
    const db = await open()
    const { ids: made, aPromotion, aCollection } = await setShop(db)
    // Others come before it.
    const ids = made.toReversed()
    await aPromotion('Autumn', ids.slice(0, 1))
    await aCollection('Winter', ids.slice(0, 2))
    await aCollection('Spring', ids.slice(1, 2))
    const id = ids[0]!
    await db.updateTable('library').set({ state, ai: 0 }).where('id', '=', id).execute()
    // Beside it: a scheduled draft, a hidden clip, and one that visitors see.
    await db
      .updateTable('library')
      .set({ state: 'draft', publish_at: LATER })
      .where('id', '=', ids[2]!)
      .execute()
    await aClip(db, { source: { state: 'hidden', ai: 0, category: 'sea' } })
    await db.updateTable('medias').set({ poster_at: 3 }).execute()
    for (const each of ids) await db.transaction().execute((trx) => indexSource(trx, each))
    const person = { id: await aUser(db, { role: 'editor' }), membership: 'free', role: 'editor' } as const
    for (const table of ['jobs', 'invalidations'] as const) await db.deleteFrom(table).execute()
    const first = await db
      .selectFrom('audit_records')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst()
    const events = new EventEmitter()
    const everybodyElses = async () => ({
      clips: await db.selectFrom('library').selectAll().where('id', '<>', id).orderBy('id').execute(),
      medias: await db.selectFrom('medias').selectAll().where('source_id', '<>', id).orderBy('id').execute(),
      ranks: await db.selectFrom('source_ranks').selectAll().where('source_id', '<>', id).execute(),
    })
    const before = await everybodyElses()
    let woken = 0
    events.on('jobQueued', () => woken++)
    await act({ db, events, now: () => NOW } as unknown as Deps, id, person)
    expect(await everybodyElses(), 'other clips stay as they are').toEqual(before)
    const tags = await db.selectFrom('invalidations').select('tag').orderBy('tag').execute()
    const logged = db
      .selectFrom('audit_records')
      .select('action')
      .where('id', '>', first?.id ?? 0)
    const clip = await db.selectFrom('library').select('version').where('id', '=', id).executeTakeFirst()
    expect({
      woken,
      version: clip?.version,
      tags: tags.map(({ tag }) => tag),
      logged: (await logged.execute()).map(({ action }) => action),
      queued: await queued(db),
    }).toEqual({
      woken: after.woken,
      version: 'version' in after ? after.version : 2,
      tags: after.cleared ? ['categories', `clip:${id}`, 'clips'] : [],
      logged: after.logged,
      queued: [
        ...(after.queued ?? []),
        ...(after.drawn
          ? ['set-sheet {"kind":"collection","id":1}', 'set-sheet {"kind":"promotion","id":1}']
          : []),
      ],
    })
  })
})
