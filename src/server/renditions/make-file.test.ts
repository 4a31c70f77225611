import { execFile } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FILE_KINDS, type MadeKind, PICTURE_BYTES } from '#domain/clips/file-kinds.ts'
import { listFiles } from '#server/downloads/list-files.ts'
import { takeFile } from '#server/downloads/take-file.ts'
import { contentHash } from '#server/ingest/content-hash.ts'
import { ingestFolder } from '#server/ingest/ingest-folder.ts'
import { findTools } from '#server/ingest/tools.ts'
import { originalKey } from '#server/media/storage-key.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { aLibrary, bytesOf, ffmpeg, type Library } from '../../../tests/support/footage.ts'
import { IN_LONG_TEST } from '../../../tests/support/runs.ts'
import { startBucket } from '../../../tests/support/storage/bucket.ts'
import { makeFileJob } from './make-file-job.ts'
import { writeFileMail } from './write-file-mail.ts'

const run = promisify(execFile)
/** Tagged, so that it is copied; with frames that are shown in another order than they are stored. */
const COPIED =
  '-c:v libx264 -preset faster -bf 3 -pix_fmt yuv420p -colorspace bt709 -color_primaries bt709 -color_trc bt709'
/** Moves steadily, in front of nothing on its left half. */
const SEE_THROUGH = "format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='if(lt(X,W/2),0,255)'"
const SOUND = ['-f', 'lavfi', '-i', 'sine=d=1']

interface Made {
  size: string
  rate?: string
  seconds?: number
  filter?: string
  output: string
  sound?: boolean
}

const USUAL: Record<string, Made> = {
  'plain.mp4': { size: '192x108', rate: '24000/1001', output: COPIED, sound: true },
  'clear.mov': { size: '160x90', seconds: 0.5, filter: SEE_THROUGH, output: '-c:v qtrle -pix_fmt argb' },
}
const RARE: Record<string, Made> = {
  'prores4444.mov': {
    ...{ size: '160x120', seconds: 0.5, filter: SEE_THROUGH },
    output: '-c:v prores_ks -profile:v 4 -pix_fmt yuva444p10le',
  },
  'clear.webm': {
    ...{ size: '160x120', seconds: 0.5, filter: SEE_THROUGH },
    output: '-c:v libvpx-vp9 -pix_fmt yuva420p',
  },
  'large.mp4': { size: '3840x2160', seconds: 0.3, output: '-c:v libx264 -preset ultrafast -pix_fmt yuv420p' },
  'tall.mp4': { size: '108x240', rate: '50', output: COPIED },
  'uneven.mkv': {
    ...{ size: '192x108', rate: '30', filter: "select='not(eq(mod(n,7),3))'" },
    output: `${COPIED} -fps_mode vfr`,
  },
  'hevc.mkv': { size: '192x108', output: '-c:v libx265 -pix_fmt yuv420p10le -x265-params log-level=error' },
}

async function write(path: string, { size, rate = '24', seconds = 1, filter = 'null', output, sound }: Made) {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`]
  await ffmpeg([...picture, ...(sound ? SOUND : []), '-vf', filter, ...output.split(' '), path])
}

interface Stream {
  codec_type: string
  codec_name: string
  profile?: string
  pix_fmt: string
  width: number
  height: number
  r_frame_rate: string
  nb_read_frames: string
  tags?: Record<string, string>
}

describe.each(IN_LONG_TEST ? (['disk', 's3'] as const) : (['disk'] as const))(
  'files of clips (%s)',
  (driver) => {
    let library: Library
    let userId: number
    let stop = async () => {}
    beforeAll(async () => {
      const bucket = driver === 's3' ? await startBucket() : undefined
      stop = async () => bucket?.close()
      library = await aLibrary(bucket && { STORAGE_URL: bucket.storageUrl })
      const { deps, config, root } = library
      const folder = join(root, 'footage')
      await mkdir(folder)
      for (const [name, made] of Object.entries({ ...USUAL, ...(IN_LONG_TEST && RARE) })) {
        const path = join(folder, name)
        await write(path, made)
        // As uploads of the studio keep it.
        await deps.storage.put(originalKey(await contentHash(path)), { path }, 'video/mp4')
      }
      const { outcomes } = await ingestFolder(deps, { folder, dataDir: config.dataDir })
      expect(outcomes.map(({ result }) => result)).not.toContain('refused')
      userId = await aUser(deps.db, { name: 'Aoi' })
    }, 120_000)
    afterAll(async () => {
      await library?.close()
      await stop()
    })

    // Nobody asks for as many in an hour as these tests.
    beforeEach(() => library.deps.rateLimits.filesMade.forget(String(userId)))

    async function clipOf(name: string) {
      const { db } = library.deps
      const clip = db
        .selectFrom('medias')
        .select(['source_id as id', 'cloudpath', 'width', 'height', 'duration'])
      return clip.where('original_filename', '=', name).executeTakeFirstOrThrow()
    }

    /** Asks for a file, has it made, and asks again. */
    async function made(name: string, kind: MadeKind) {
      const { deps, root } = library
      const { cloudpath } = await clipOf(name)
      const take = () => takeFile(deps, { userId, cloudpath, kind })
      await expect(take()).rejects.toMatchObject({ code: 'fileBeingMade' })
      const { id, payload } = await deps.db
        .selectFrom('jobs')
        .select(['id', 'payload'])
        .where('kind', '=', makeFileJob.kind)
        .executeTakeFirstOrThrow()
      await makeFileJob.run(deps, JSON.parse(payload), {
        id,
        attempts: 1,
        signal: new AbortController().signal,
      })
      await deps.db.deleteFrom('jobs').where('id', '=', id).execute()
      const file = await take()
      const bytes = await bytesOf(library, file.key)
      expect(bytes.length).toBe(file.bytes)
      const path = join(root, basename(file.key))
      await writeFile(path, bytes)
      return { ...file, path, ...(await probed(path)) }
    }

    async function probed(path: string) {
      const args = ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', '-count_frames', path]
      const { stdout } = await run((await findTools()).ffprobe, args)
      const { streams, format } = JSON.parse(stdout) as { streams: Stream[]; format: { tags?: object } }
      return { streams, stream: streams[0]!, format }
    }

    /** Hashes of the frames of a film, in the order in which they are shown, and their times. */
    async function framesOf(path: string, ...decoder: string[]) {
      const args = [
        '-v',
        'error',
        ...decoder,
        '-i',
        path,
        '-map',
        '0:v',
        '-fps_mode',
        'passthrough',
        '-f',
        'framemd5',
        '-',
      ]
      const { stdout } = await run((await findTools()).ffmpeg, args)
      const rows = stdout.split('\n').filter((line) => line && !line.startsWith('#'))
      const columns = rows.map((row) => row.split(',').map((each) => each.trim()))
      return { hashes: columns.map((row) => row.at(-1)), times: columns.map((row) => Number(row[2])) }
    }

    async function filmPath(name: string) {
      const { cloudpath } = await clipOf(name)
      const path = join(library.root, basename(cloudpath))
      await writeFile(path, await bytesOf(library, cloudpath))
      return path
    }

    const names = Object.keys({ ...USUAL, ...(IN_LONG_TEST && RARE) })
    const first = IN_LONG_TEST ? names : ['plain.mp4']

    test.each(first)('ProRes of %s is 422 LT with the frames and the rate of the film', async (name) => {
      const film = await probed(await filmPath(name))
      const { streams, stream, format, file_name } = await made(name, 'prores')
      expect(file_name).toMatch(/_prores\.mov$/)
      expect(streams).toHaveLength(1)
      const { width, height, r_frame_rate, nb_read_frames } = film.stream
      expect(stream).toMatchObject({ codec_name: 'prores', profile: 'LT', pix_fmt: 'yuv422p10le' })
      expect(stream).toMatchObject({ width, height, r_frame_rate, nb_read_frames })
      expect(JSON.stringify(format.tags)).not.toMatch(/creation|encoder/)
    })

    test.each(first)('%s lasts ten seconds by repeating each of its frames, without a seam', async (name) => {
      const { path } = await made(name, 'loop10')
      const film = await framesOf(await filmPath(name))
      const loop = await framesOf(path)
      const times = loop.hashes.length / film.hashes.length
      expect(Number.isInteger(times)).toBe(true)
      expect(loop.hashes).toEqual(Array.from({ length: times }, () => film.hashes).flat())
      const { duration } = await clipOf(name)
      expect(times * duration).toBeGreaterThan(9.7)
      expect(times * duration).toBeLessThan(10 + duration)
      const steps = loop.times.slice(1).map((time, at) => time - loop.times[at]!)
      expect(new Set(steps).size, 'all frames last equally long').toBe(1)
    })

    test.each(first.filter((name) => name !== 'tall.mp4'))(
      '%s is cropped to 9:16 and to a square',
      async (name) => {
        const from = await probed(join(library.root, 'footage', name))
        for (const [kind, ratio] of [
          ['vertical', 9 / 16],
          ['square', 1],
        ] as const) {
          const { stream, width, height } = { ...(await made(name, kind)), ...from.stream }
          const file = (await listFiles(library.deps, (await clipOf(name)).id)).files.find(
            (each) => each.kind === kind,
          )!
          expect(file.state).toBe('ready')
          expect(Math.abs(file.width / file.height - ratio)).toBeLessThan(0.03)
          expect(file.height).toBeLessThanOrEqual(Math.min(1920, height))
          expect(width).toBeGreaterThan(file.width)
          expect(stream.codec_name).toBe('h264')
        }
      },
    )

    test('a crop lies around its centre, and keeps within the picture', async () => {
      const { id } = await clipOf('plain.mp4')
      const shown = async (crop_x: number) => {
        await library.deps.db.updateTable('medias').set({ crop_x }).where('source_id', '=', id).execute()
        const { path } = await made('plain.mp4', 'square')
        const still = join(library.root, 'still.png')
        await ffmpeg(['-i', path, '-frames:v', '1', still])
        return sharp(still).resize(32, 32).greyscale().raw().toBuffer()
      }
      const part = async (left: number) => {
        const still = join(library.root, 'part.png')
        await ffmpeg([
          '-i',
          await filmPath('plain.mp4'),
          '-frames:v',
          '1',
          '-vf',
          `crop=108:108:${left}:0`,
          still,
        ])
        return sharp(still).resize(32, 32).greyscale().raw().toBuffer()
      }
      const difference = (a: Buffer, b: Buffer) =>
        a.reduce((sum, value, at) => sum + Math.abs(value - b[at]!), 0) / a.length
      for (const [centre, left] of [
        [0, 0],
        [0.4, 22],
        [1, 84],
      ] as const) {
        const found = await shown(centre)
        expect(difference(found, await part(left)), `centre ${centre}`).toBeLessThan(6)
        expect(
          difference(found, await part(left === 22 ? 60 : 42)),
          `not elsewhere ${centre}`,
        ).toBeGreaterThan(10)
      }
      await library.deps.db.updateTable('medias').set({ crop_x: 0.5 }).execute()
    })

    test.each(
      first.flatMap(
        (name) =>
          [
            [name, 'gif'],
            [name, 'webp'],
          ] as const,
      ),
    )('%s becomes an animated %s that loops for ever, small enough for the web', async (name, kind) => {
      const { path, bytes, width, height } = { ...(await clipOf(name)), ...(await made(name, kind)) }
      expect(bytes).toBeLessThanOrEqual(PICTURE_BYTES)
      const picture = await sharp(path, { animated: true }).metadata()
      expect(picture).toMatchObject({ format: kind, loop: 0 })
      expect(picture.pages).toBeGreaterThan(4)
      expect(picture.width / picture.pageHeight!).toBeCloseTo(width / height, 1)
      const seconds = picture.delay!.reduce((sum, delay) => sum + delay, 0) / 1000
      expect(Math.abs(seconds - (await clipOf(name)).duration)).toBeLessThan(0.15)
    })

    const clear = names.filter((name) => /clear|4444/.test(name))
    test.each(clear)('what is transparent in %s is transparent in its WebM', async (name) => {
      const { path, stream } = await made(name, 'alpha')
      expect(stream).toMatchObject({ codec_name: 'vp9', tags: expect.objectContaining({ alpha_mode: '1' }) })
      const still = join(library.root, 'alpha.png')
      await ffmpeg(['-c:v', 'libvpx-vp9', '-i', path, '-frames:v', '1', still])
      const { data, info } = await sharp(still).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      const alphaAt = (x: number) => data[(40 * info.width + x) * 4 + 3]!
      expect(alphaAt(10)).toBeLessThan(16)
      expect(alphaAt(info.width - 10)).toBeGreaterThan(240)
    })

    test.each(names)('the master of %s is its own frames, without sound', async (name) => {
      const { path, streams, file_name } = await made(name, 'master')
      expect(file_name).toMatch(/_master\.(?:mov|mkv)$/)
      expect(streams.map(({ codec_type }) => codec_type)).toEqual(['video'])
      const master = await framesOf(join(library.root, 'footage', name))
      expect((await framesOf(path)).hashes).toEqual(master.hashes)
    })

    test('a clip offers what its master gives, and nothing else', async () => {
      const kindsOf = async (name: string) =>
        (await listFiles(library.deps, (await clipOf(name)).id)).files.map(({ kind }) => kind)
      expect(await kindsOf('plain.mp4')).toEqual(
        FILE_KINDS.filter((kind) => kind !== 'uhd' && kind !== 'alpha'),
      )
      expect(await kindsOf('clear.mov')).toEqual(FILE_KINDS.filter((kind) => kind !== 'uhd'))
      const { cloudpath } = await clipOf('plain.mp4')
      for (const kind of ['uhd', 'alpha'] as const)
        await expect(takeFile(library.deps, { userId, cloudpath, kind })).rejects.toMatchObject({
          code: 'fileNotOffered',
        })
    })

    test.runIf(IN_LONG_TEST)('4K of a larger master has its size and rate', async () => {
      const { stream } = await made('large.mp4', 'uhd')
      expect(stream).toMatchObject({ codec_name: 'h264', width: 3840, height: 2160, pix_fmt: 'yuv420p' })
      await library.deps.db.deleteFrom('renditions').where('kind', '=', 'vertical').execute()
      const vertical = await made('large.mp4', 'vertical')
      // From the master, not from the film, which is half as high.
      expect(vertical.stream).toMatchObject({ width: 1080, height: 1920 })
    })

    async function jobOf(name: string, kind: MadeKind) {
      const { deps } = library
      const { id, cloudpath } = await clipOf(name)
      const take = () => takeFile(deps, { userId, cloudpath, kind })
      const row = () =>
        deps.db
          .selectFrom('renditions')
          .selectAll()
          .where('source_id', '=', id)
          .where('kind', '=', kind)
          .executeTakeFirstOrThrow()
      await deps.db.deleteFrom('renditions').where('source_id', '=', id).execute()
      await expect(take()).rejects.toMatchObject({ code: 'fileBeingMade' })
      const { storage_key } = await row()
      await deps.storage.delete(storage_key)
      const work = async (options: { signal?: AbortSignal; attempts?: number } = {}) => {
        const context = { id: 1, attempts: 1, signal: new AbortController().signal, ...options }
        await makeFileJob.run(deps, { id: (await row()).id }, context)
      }
      const isStored = async () => (await deps.storage.stat(storage_key)) !== undefined
      return { take, row, work, isStored }
    }

    async function withMaster(name: string, change: (bytes: Buffer) => Buffer, act: () => Promise<void>) {
      const { deps } = library
      const { id } = await clipOf(name)
      const clip = deps.db.selectFrom('library').select('content_hash').where('id', '=', id)
      const key = originalKey((await clip.executeTakeFirstOrThrow()).content_hash)
      const bytes = await bytesOf(library, key)
      await deps.storage.put(key, change(bytes), 'video/quicktime')
      await act().finally(() => deps.storage.put(key, bytes, 'video/quicktime'))
    }

    test('a file that cannot be made has failed, is not served, and is made when asked for again', async () => {
      const { take, row, work, isStored } = await jobOf('clear.mov', 'alpha')
      await withMaster(
        'clear.mov',
        (bytes) => bytes.subarray(0, bytes.length / 3),
        async () => {
          await work()
          expect((await row()).state).toBe('failed')
          expect(await isStored()).toBe(false)
        },
      )
      await expect(take()).rejects.toMatchObject({ code: 'fileBeingMade' })
      await work()
      expect((await row()).state).toBe('ready')
      expect(await take()).toMatchObject({ kind: 'alpha' })
    })

    test('an interrupted job leaves nothing, and is repeated', async () => {
      const { row, work, isStored } = await jobOf('plain.mp4', 'prores')
      await expect(work({ signal: AbortSignal.abort() })).rejects.toThrow()
      expect((await row()).state).toBe('making')
      expect(await isStored()).toBe(false)
      expect(await readdir(join(library.config.dataDir, 'work'))).not.toContainEqual(
        expect.stringMatching(/^film-/),
      )
      await work()
      expect((await row()).state).toBe('ready')
    })

    test('a store that fails is tried three times', async () => {
      const { row, work } = await jobOf('plain.mp4', 'gif')
      const { storage } = library.deps
      const put = storage.put
      storage.put = async () => {
        throw new Error('No space left')
      }
      try {
        for (const attempts of [1, 2]) await expect(work({ attempts })).rejects.toThrow('No space left')
        expect((await row()).state).toBe('making')
        await work({ attempts: 3 })
        expect((await row()).state).toBe('failed')
      } finally {
        storage.put = put
      }
    })

    test('a file whose clip got another film meanwhile is removed again', async () => {
      const { deps } = library
      const { row, work, isStored } = await jobOf('plain.mp4', 'gif')
      const { id } = await row()
      const put = deps.storage.put.bind(deps.storage)
      deps.storage.put = async (...given) => {
        await put(...given)
        await deps.db.deleteFrom('renditions').where('id', '=', id).execute()
      }
      try {
        await work()
      } finally {
        deps.storage.put = put
      }
      expect(await isStored()).toBe(false)
    })

    test('whoever has waited for more than two minutes gets a mail, once', async () => {
      const { deps } = library
      const { row, work, take } = await jobOf('plain.mp4', 'gif')
      const patient = await aUser(deps.db, { name: 'Ren', locale: 'ja' })
      const { id } = await row()
      const asked = new Date(deps.now().getTime() - 121_000).toISOString()
      await deps.db
        .insertInto('rendition_waits')
        .values({ rendition_id: id, user_id: patient, asked })
        .execute()
      await deps.db.deleteFrom('jobs').execute()
      await work()
      await work()
      const mails = await deps.db.selectFrom('jobs').select('payload').where('kind', '=', 'mail').execute()
      expect(mails).toHaveLength(1)
      const order = JSON.parse(mails[0]!.payload)
      expect(order).toMatchObject({ mail: 'fileMade', userId: patient, kind: 'gif' })
      const { letter, locale } = (await writeFileMail(deps, order))!
      expect(locale).toBe('ja')
      expect(letter.before.join()).toContain('nagare_plain.gif')
      expect(await deps.db.selectFrom('rendition_waits').selectAll().execute()).toEqual([])
      expect(await take()).toMatchObject({ file_name: 'plain.gif' })
    })

    test('a store that was cleared loses nothing: the file is made again', async () => {
      const { take, work, row } = await jobOf('plain.mp4', 'gif')
      await work()
      const { key } = await take()
      await library.deps.storage.delete(key)
      await expect(take()).rejects.toMatchObject({ code: 'fileBeingMade' })
      expect((await row()).state).toBe('making')
      await work()
      expect(await take()).toMatchObject({ key })
    })
  },
)
