import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { removeClip } from '#server/library/remove-clip.ts'
import { aClip } from '../../support/database/rows.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { removeQueuedFiles } from '../../support/storage/remove-queued-files.ts'
import { describeEachSender } from '../../support/storage/storages.ts'

/** A picture whose left half is red, in one of sharp's forms. */
const halves = () => {
  const red = { create: { width: 30, height: 40, channels: 3, background: 'red' } } as const
  const blue = { create: { width: 60, height: 40, channels: 3, background: 'blue' } } as const
  return sharp(red)
    .png()
    .toBuffer()
    .then((input) => sharp(blue).composite([{ input, left: 0, top: 0 }]))
}

describeEachSender('photographs that clips were made from', (shop) => {
  let clip: { id: number }
  let editor: TestMember

  beforeAll(async () => {
    const { deps } = shop().server
    clip = await aClip(deps.db)
    editor = await aMember(deps, { role: 'editor' })
  })

  const call = (
    method: string,
    path: string,
    body: object,
    headers: Record<string, string> = editor.headers,
  ) =>
    fetch(new URL(path, shop().server.url), {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const send = (bytes: Buffer, headers?: Record<string, string>, id = clip.id) =>
    call('POST', `/api/studio/clips/${id}/still`, { bytes: bytes.toString('base64') }, headers)
  const edit = async (fields: object) => {
    const { version } = await (await shop().get(`/api/studio/clips/${clip.id}`, editor.headers)).json()
    return call('PATCH', `/api/studio/clips/${clip.id}`, { version, ...fields })
  }
  const shown = async () => (await shop().get(`/api/medias/${clip.id}`)).json()

  test('one is turned upright, shown once an edit names it, public for ever, and gone with its clip', async () => {
    const turned = await (await halves()).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const added = await send(turned)
    expect(added.status).toBe(200)
    const { source_url_image } = await added.json()
    expect(source_url_image).toMatch(/^\/media\/still\/[0-9a-f]{32}\.webp$/)
    expect((await shown()).source_url_image).toBe('')
    expect((await edit({ source_url_image, ai: true, still_license: 'CC0' })).status).toBe(200)
    await expect.poll(shown).toMatchObject({
      source_url_image,
      digital_source_type: 'compositeWithTrainedAlgorithmicMedia',
      media: { still_license: 'CC0' },
    })
    const file = await shop().get(source_url_image)
    expect(file.headers.get('content-type')).toBe('image/webp')
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const picture = sharp(Buffer.from(await file.arrayBuffer()))
    expect(await picture.metadata()).toMatchObject({ width: 40, height: 60, format: 'webp' })

    const other = await aClip(shop().server.deps.db)
    const theirs = await (await send(turned, editor.headers, other.id)).json()
    expect(theirs.source_url_image, 'no clip takes another’s file along').not.toBe(source_url_image)
    const { deps } = shop().server
    await removeClip(deps, clip.id)
    await removeQueuedFiles(deps)
    const kept = async (path: string) => (await deps.storage.stat(path.replace('/media/', ''))) !== undefined
    expect(await Promise.all([source_url_image, theirs.source_url_image].map(kept))).toEqual([false, true])
    clip = other
  })

  test('it may be in the colours of print, and large', async () => {
    const print = await (await halves()).toColourspace('cmyk').jpeg().toBuffer()
    const { source_url_image } = await (await send(print)).json()
    const bytes = Buffer.from(await (await shop().get(source_url_image)).arrayBuffer())
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect(info.channels).toBe(3)
    expect(data[0]! > data[2]!, 'the left is red').toBe(true)
    const large = sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'red' } })
    const sent = await (await send(await large.png().toBuffer())).json()
    const small = Buffer.from(await (await shop().get(sent.source_url_image)).arrayBuffer())
    expect(await sharp(small).metadata()).toMatchObject({ width: 1600, height: 1200 })
  })

  test.each([
    ['a drawing', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a text', async () => Buffer.from('no picture')],
    ['half a picture', async () => (await (await halves()).png().toBuffer()).subarray(0, 80)],
    [
      'one with more pixels than memory',
      () =>
        sharp({ create: { width: 9000, height: 9000, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
    ],
  ])('%s is refused', async (_, made) => {
    const answer = await send(await made())
    expect([answer.status, (await answer.json()).status]).toEqual([422, 'PICTURE_INVALID'])
  })

  test('one of 100 MB is refused before it is read, and one of nobody’s clip', async () => {
    const answer = await send(Buffer.alloc(30_000_000)).catch(() => undefined)
    expect(answer?.status ?? 413).toBe(413)
    expect((await send(await (await halves()).png().toBuffer(), editor.headers, 987_654)).status).toBe(404)
  })

  test('only editors add one', async () => {
    const { headers } = await aMember(shop().server.deps)
    expect((await send(await (await halves()).png().toBuffer(), headers)).status).toBe(403)
  })

  test('an address elsewhere, a script as licence and tags in the model’s name do no harm', async () => {
    expect((await edit({ source_url_image: 'https://example.com/a.webp' })).status).toBe(400)
    expect((await edit({ source_url_image: '/media/full/a.mp4' })).status).toBe(400)
    expect((await edit({ still_license_url: 'javascript:alert(1)' })).status).toBe(400)
    const { source_url_image } = await (await send(await (await halves()).png().toBuffer())).json()
    const still_license_url = 'https://example.com/cc0'
    const named = { still_license: '<b>CC0</b>', modifier_model: '<i>Kling</i>', modifier_date: '2026-05-01' }
    expect((await edit({ source_url_image, still_license_url, ...named })).status).toBe(200)
    const pageNow = async () => (await shop().get(`/m/${clip.id}`)).text()
    await expect.poll(pageNow, { timeout: 10_000 }).toContain('Made from a photograph')
    const page = await pageNow()
    expect(page).toContain(`href="${still_license_url}"`)
    expect(page).toContain('&lt;b&gt;CC0&lt;/b&gt;')
    expect(page).not.toMatch(/<b>CC0|<i>Kling/)
  })
})
