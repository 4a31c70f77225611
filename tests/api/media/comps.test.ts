import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeyScope } from '#domain/people/key-scopes.ts'
import { findTools } from '#server/ingest/tools.ts'
import { suspendMember } from '#server/members/suspend-member.ts'
import { aClip } from '../../support/database/rows.ts'
import { makeVideo } from '../../support/footage.ts'
import { aKey } from '../../support/shop/keys.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { describeEachStorage } from '../../support/storage/storages.ts'

describeEachStorage('comps', (shop) => {
  let folder: string
  let film: Buffer
  let clip: { id: number; cloudpath: string }
  let free: TestMember

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nagare-comps-'))
    await makeVideo(join(folder, 'film.mp4'))
    film = await readFile(join(folder, 'film.mp4'))
    const { deps } = shop().server
    const media = { file_name: '鳥居.mp4', watermarked_url: '/media/watermarked/comp.mp4' }
    clip = await aClip(deps.db, { media })
    await deps.storage.put('watermarked/comp.mp4', film, 'video/mp4')
    free = await aMember(deps)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const asked = (headers: Record<string, string> = free.headers, id = clip.id) =>
    shop().get(`/api/medias/${id}/comp`, headers)
  const comp = async () => (await asked()).json()

  test('anybody signed in saves the watermarked film under the full film’s name', async () => {
    const signed = await comp()
    expect(signed).toMatchObject({ expires_in: 300, file_name: 'nagare_鳥居.mp4' })
    const answer = await shop().get(signed.url)
    expect(answer.headers.get('content-disposition')).toContain(
      `attachment; filename="nagare___.mp4"; filename*=UTF-8''nagare_${encodeURIComponent('鳥居')}.mp4`,
    )
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes).toHaveLength(signed.size)
    expect(bytes.subarray(0, film.length).equals(film)).toBe(true)
  })

  test('its metadata says what it is, its number and its address', async () => {
    const bytes = Buffer.from(await (await shop().get((await comp()).url)).arrayBuffer())
    const path = join(folder, 'comp.mp4')
    await writeFile(path, bytes)
    const args = ['-v', 'error', '-export_xmp', '1', '-count_frames', '-of', 'json']
    const { stdout } = await promisify(execFile)((await findTools()).ffprobe, [
      ...args,
      ...['-show_format', '-show_streams', path],
    ])
    const { format, streams } = JSON.parse(stdout)
    const address = new URL(`/m/${clip.id}`, shop().server.deps.site.url).href
    expect(format.tags.comment).toBe(`Comp, licence needed. Clip ${clip.id}, ${address}`)
    expect(format.tags.copyright).toBe('Comp, licence needed')
    expect(format.tags.xmp).toContain(`r:WebStatement="${address}"`)
    expect(streams[0]).toMatchObject({ nb_read_frames: '24', width: 192 })
  })

  test('it comes in ranges, also across the end of the film', async () => {
    const { url, size } = await comp()
    const whole = Buffer.from(await (await shop().get(url)).arrayBuffer())
    const ranges = [
      [0, 9],
      [film.length - 5, film.length + 5],
      [film.length, film.length],
      [size - 3, size - 1],
    ]
    for (const [start = 0, end = 0] of ranges) {
      const part = await shop().get(url, { range: `bytes=${start}-${end}` })
      expect(part.status).toBe(206)
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`)
      expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(start, end + 1))).toBe(true)
    }
    expect((await shop().get(url, { range: `bytes=${size}-` })).status).toBe(416)
  })

  test('members get one, too; nobody of a clip that visitors do not see, or while suspended', async () => {
    const { deps } = shop().server
    const pro = await aMember(deps, { membership: 'pro' })
    expect((await asked(pro.headers)).status).toBe(200)
    for (const state of ['draft', 'hidden'] as const) {
      const { id } = await aClip(deps.db, {
        source: { state },
        media: { watermarked_url: '/media/watermarked/comp.mp4' },
      })
      expect((await asked(pro.headers, id)).status, state).toBe(404)
    }
    const admin = await aMember(deps)
    await suspendMember(deps, { id: pro.id, actor: { id: admin.id } }, { reason: 'x', payments: 'keep' })
    expect((await asked(pro.headers)).status).toBe(401)
  })

  test('nobody gets one without signing in, of a missing clip, or with a changed link', async () => {
    expect((await asked({})).status).toBe(401)
    expect((await asked(free.headers, 987_654)).status).toBe(404)
    const { url } = await comp()
    for (const changed of [
      url.replace(`comp=${clip.id}`, `comp=${clip.id + 1}`),
      url.replace('name=nagare', 'name=other'),
      url.replace('watermarked/comp.mp4', clip.cloudpath),
      url.replace(/&comp=\d+/, '').replace('watermarked/comp.mp4', clip.cloudpath),
    ])
      expect((await shop().get(changed)).status, changed).toBe(403)
  })

  test('a program needs the scope of downloads', async () => {
    const { deps } = shop().server
    const statusWith = async (scope: KeyScope) =>
      (await asked((await aKey(deps, { userId: free.id, scopes: [scope] })).headers)).status
    expect([await statusWith('download'), await statusWith('read')]).toEqual([200, 403])
  })
})
