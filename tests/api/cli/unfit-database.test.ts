import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { markRestore } from '#server/db/connection/restore-mark.ts'
import type { Db } from '#server/db/schema.ts'
import { describeEachDatabase } from '../../support/database/databases.ts'
import { runCommandHere } from '../../support/run-cli.ts'
import { builtSite } from '../../support/shop/built-site.ts'
import { testEnvironment } from '../../support/shop/server.ts'

const NEWER =
  'a newer release has migrated the database (9998-of-tomorrow, 9999-of-later): run that release, or restore a backup that an older one made'
const HALF =
  'a restore of the backup 2026-11-22t03 into this database is not finished: run "npm run nagare -- restore" again, and it goes on'

const UNFIT: [string, string, (db: Db) => Promise<unknown>][] = [
  [
    'that a newer release has migrated',
    NEWER,
    (db) =>
      sql`insert into kysely_migration values ('9999-of-later', '2027'), ('9998-of-tomorrow', '2027')`.execute(
        db,
      ),
  ],
  ['into which a restore is not finished', HALF, (db) => markRestore(db, '2026-11-22t03')],
]

describeEachDatabase('a database', (_open, databases) => {
  test.each(UNFIT)('%s is used by no process, and each says so in one line', async (_, line, spoil) => {
    const folder = await mkdtemp(join(tmpdir(), 'nagare-unfit-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const config = await databases.create()
    const db = await databases.connect(config)
    await spoil(db)
    const DATABASE_URL = config.engine === 'sqlite' ? `sqlite:${config.file}` : config.url
    const env = { DATA_DIR: folder, DATABASE_URL, LOG_LEVEL: 'silent' }
    const kept = join(folder, 'kept')
    const commands = [
      ...[['migrate'], ['check'], ['clips', 'list'], ['members', 'list'], ['search', 'reindex']],
      ...[['backup', kept], ['backup', '--prove', kept], ['worker'], ['ingest', folder]],
    ]
    for (const command of commands)
      expect(await runCommandHere(command, env), command.join(' ')).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^(?:Waiting for uploads.*\n)?nagare: [^\n]+\n$/),
      })
    const { stderr } = await runCommandHere(['migrate'], env)
    expect(stderr).toBe(`nagare: ${line}\n`)

    await builtSite()
    const server = spawn(process.execPath, ['dist/server.mjs'], {
      env: { PATH: process.env.PATH, ...testEnvironment(folder), DATABASE_URL },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = once(server, 'exit')
    expect([await text(server.stdout), await text(server.stderr)]).toEqual(['', `${line}\n`])
    expect(await ended).toEqual([1, null])
    const migrations = await sql`select name from kysely_migration where name < '9'`.execute(db)
    expect(migrations.rows.length).toBeGreaterThan(10)
    expect(await db.selectFrom('jobs').select('kind').execute()).toEqual([])
  })

  test('that an unfinished migration has left without tables is as good as empty', async () => {
    const config = await databases.create({ empty: true })
    const db = await databases.connect(config)
    await sql`create table kysely_migration (name varchar(255) primary key not null)`.execute(db)
    await (await databases.connect(config)).destroy()
  })
})
