import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { aFolder } from '../../support/backup-site.ts'
import { makeVideo } from '../../support/footage.ts'
import { builtSite } from '../../support/shop/built-site.ts'
import { testEnvironment } from '../../support/shop/server.ts'
import { LONG } from '../support/long.ts'
import { hasSmallDisks, onSmallDisk, saidBy } from '../support/small-disk.ts'

const SHOP = `
  nagare migrate > "$disk/made"
  mkdir -p "$DATA_DIR/media/full"
  head -c 200000 /dev/urandom > "$DATA_DIR/media/full/a.mp4"
`
const READING = ['check', 'check "$disk/kept"', 'clips list', 'members list', 'testers keys', 'migrate']
const MORE = `
  nagare ingest "$FOOTAGE"
  DATA_DIR="$disk/new" nagare restore "$disk/kept"
`
/** They may need nothing of a full disk. */
const reading = READING.map((command) => `nagare ${command}`).join('\n')

describe.runIf(hasSmallDisks && LONG)('a disk', () => {
  test('that is full is one line for each command, and a failed backup leaves nothing', async () => {
    const footage = await aFolder()
    await makeVideo(join(footage, 'a.mp4'))
    const output = await onSmallDisk(
      `${SHOP}
      nagare backup "$disk/kept" >> "$disk/made"
      # Another process has the database open, so that a backup gets as far as its own files.
      "$NODE" -e '
        const db = new (require("node:sqlite").DatabaseSync)(process.argv[1])
        db.prepare("select count(*) from users").all()
        setTimeout(() => {}, 100_000)' "$DATA_DIR/nagare.db" & holder=$!
      while [ ! -s "$DATA_DIR/nagare.db-shm" ]; do sleep 0.02; done
      head -c 900000 /dev/urandom > "$DATA_DIR/media/full/b.mp4"
      fill
      nagare backup "$disk/kept"
      ${MORE}
      echo "> files"; ls "$DATA_DIR" "$disk/kept/backups"; echo "exit 0"
      ${reading}
      drain
      nagare backup "$disk/kept"
      kill $holder; wait $holder 2>/dev/null`,
      { FOOTAGE: footage },
    )
    const said = saidBy(output)
    const at = said.findIndex(({ command }) => command === 'files')
    const [failed, files, others] = [said.slice(0, at), said[at], said.slice(at + 1)]
    for (const { command, lines, code } of failed)
      expect([command, code, lines.at(-1)]).toEqual([command, 1, expect.stringMatching(FULL)])
    for (const { command, lines } of failed) if (command !== 'ingest') expect(lines).toHaveLength(1)
    expect(files!.lines.filter((line) => /\.tmp|restored/.test(line))).toEqual([])
    expect(files!.lines.filter((line) => line.startsWith('2'))).toHaveLength(1)
    expect(others.flatMap(({ lines }) => lines.filter((line) => /^ +at /.test(line)))).toEqual([])
    expect(others.at(-1)).toMatchObject({ command: 'backup', code: 0 })
  }, 120_000)

  test('that is read-only is one line for each command and for the server', async () => {
    await builtSite()
    const output = await onSmallDisk(
      `${SHOP}
      nagare backup "$disk/kept" >> "$disk/made"
      freeze
      nagare backup "$disk/kept"
      nagare ingest "$disk"
      ${reading}
      DATA_DIR="$disk/new" nagare restore "$disk/kept"
      DATA_DIR="$disk/data" server
      thaw
      nagare backup "$disk/kept"`,
      { ...testEnvironment(''), LOG_LEVEL: 'silent' },
    )
    const said = saidBy(output)
    for (const { command, lines, code } of said.slice(0, -1))
      expect([command, code, lines]).toEqual([command, 1, [expect.stringMatching(/^(?:nagare: )?\/\S+: /)]])
    expect(said.at(-2)?.command).toBe('server')
    expect(said.at(-1)).toMatchObject({ command: 'backup', code: 0 })
  }, 120_000)
})

const FULL = /^nagare: \/\S+: (?:no space is left|the disk is full)/
