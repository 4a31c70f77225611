import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findTools } from '#server/ingest/tools.ts'
import { aClip } from '../../support/database/rows.ts'
import { makeVideo } from '../../support/footage.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { describeEachStorage } from '../../support/storage/storages.ts'

const NEWS_CODES = 'http://cv.iptc.org/newscodes/digitalsourcetype/'

describeEachStorage('a film that a member saves', (shop, bucketSends) => {
  let folder: string
  let film: Buffer
  let member: TestMember

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nagare-notes-'))
    await makeVideo(join(folder, 'film.mp4'))
    film = await readFile(join(folder, 'film.mp4'))
    member = await aMember(shop().server.deps, { membership: 'pro' })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function aFilm(source: { ai: 0 | 1 | null; source_url_image?: string; date_created?: string }) {
    const { deps } = shop().server
    const clip = await aClip(deps.db, { source, media: { byte_size: film.length } })
    await deps.storage.put(clip.cloudpath, film, 'video/mp4')
    return clip
  }
  async function saved(path: string): Promise<{ url: string; size: number; bytes: Buffer }> {
    const { url, size } = await (await shop().get(path, member.headers)).json()
    return { url, size, bytes: Buffer.from(await (await shop().get(url)).arrayBuffer()) }
  }
  const whole = (clip: { cloudpath: string }) => saved(`/api/media-sign?filepath=${clip.cloudpath}`)
  async function probed(bytes: Buffer) {
    const path = join(folder, 'saved.mp4')
    await writeFile(path, bytes)
    const args = ['-v', 'error', '-export_xmp', '1', '-count_frames', '-of', 'json']
    const { ffprobe } = await findTools()
    const { stdout } = await promisify(execFile)(ffprobe, [...args, '-show_format', '-show_streams', path])
    return JSON.parse(stdout)
  }

  test.each([
    [{ ai: 1 }, 'trainedAlgorithmicMedia'],
    [{ ai: 1, source_url_image: '/media/still/a.webp' }, 'compositeWithTrainedAlgorithmicMedia'],
    [{ ai: 0, date_created: '2026-05-01' }, 'digitalCapture'],
  ] as const)('says where it comes from: %j', async (source, name) => {
    const { size, bytes } = await whole(await aFilm(source))
    expect(bytes).toHaveLength(size)
    expect(bytes.subarray(0, film.length).equals(film)).toBe(true)
    if (bucketSends) return expect(size, 'a bucket sends it as it is').toBe(film.length)
    const { format, streams } = await probed(bytes)
    expect(format.tags.xmp).toContain(`DigitalSourceType="${NEWS_CODES}${name}"`)
    expect(streams[0].nb_read_frames).toBe('24')
  })

  test('says nothing that nobody knows, and a comp says the same', async () => {
    for (const ai of [null, 0] as const) {
      const { size, bytes } = await whole(await aFilm({ ai }))
      expect([size, bytes.equals(film)]).toEqual([film.length, true])
    }
    const clip = await aFilm({ ai: 1 })
    const { watermarked_url } = await shop()
      .server.deps.db.selectFrom('medias')
      .select('watermarked_url')
      .where('source_id', '=', clip.id)
      .executeTakeFirstOrThrow()
    await shop().server.deps.storage.put(watermarked_url.replace('/media/', ''), film, 'video/mp4')
    const { size, bytes } = await saved(`/api/medias/${clip.id}/comp`)
    expect(bytes).toHaveLength(size)
    const { tags } = (await probed(bytes)).format
    expect(tags.xmp).toContain(`DigitalSourceType="${NEWS_CODES}trainedAlgorithmicMedia"`)
    expect(tags.xmp).toContain('WebStatement')
  })

  test('comes in ranges across the end of the film, and under no other name', async () => {
    if (bucketSends) return
    const { url, size, bytes } = await whole(await aFilm({ ai: 1 }))
    const part = await shop().get(url, { range: `bytes=${film.length - 5}-${film.length + 5}` })
    expect(part.headers.get('content-range')).toBe(`bytes ${film.length - 5}-${film.length + 5}/${size}`)
    expect(
      Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(film.length - 5, film.length + 6)),
    ).toBe(true)
    for (const changed of [url.replace(/&src=\w+/, ''), url.replace(/&src=\w+/, '&src=digitalCapture')])
      expect((await shop().get(changed)).status).toBe(403)
  })
})
