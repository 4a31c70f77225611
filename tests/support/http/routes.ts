import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { allCalls, type CallName, calls } from '#contract/all-calls.ts'
import type { Call } from '#contract/call.ts'
import { addressOf } from '#contract/request.ts'
import { japanesePages } from '#server/build/japanese-routes.ts'

const PAGES = join(import.meta.dirname, '../../../src/pages')
/** Error pages without an address of their own, and where agents post. */
const NO_PAGES = ['/404', '/429', '/500', '/mcp']

/** A clip with somebody's licence for it, and sets with that clip. */
export interface Places {
  clip: string
  cloudpath: string
  licence: string
  promo: string
  curated: string
}

export interface Asked {
  method: string
  path: string
  body?: object | undefined
}

/** Every page of the site by its file, such as `/m/[photoId]`, with the Japanese ones. */
export function pagesOfSite(): string[] {
  const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
  return files.flatMap((file) => {
    const route = `/${file.replace(/\.(ts|astro)$/, '')}`.replace(/\/index$/, '') || '/'
    if (route === `/${file}` || NO_PAGES.includes(route) || route.startsWith('/api/')) return []
    return [route, ...japanesePages([file]).map(({ pattern }) => pattern)]
  })
}

/** Every page and every call as a request without damage, by its route: `GET /api/medias/[id]`. */
export function requestsOfSite(places: Places): Map<string, Asked> {
  const pages = pagesOfSite().map((page): [string, Asked] => [
    `GET ${page}`,
    { method: 'GET', path: pageAddress(page, places) },
  ])
  const made = allCalls.map(([name, { method, path }]): [string, Asked] => [
    `${method} ${path.replaceAll('{', '[').replaceAll('}', ']')}`,
    exampleOf(name, places),
  ])
  return new Map([...pages, ...made])
}

function pageAddress(page: string, { clip, licence, promo, curated }: Places): string {
  const texts: Record<string, string> = {
    ...{
      photoId: clip,
      promoName: promo,
      curatedName: curated,
      searchTerm: 'temple',
      category: 'temple',
      picture: PICTURE,
    },
    ...{ name: 'nobody', room: 'clips' },
    ...{ part: '1', id: page.includes('/clip/') ? clip : licence },
  }
  const path = page.replaceAll(/\[(\w+)\]/g, (_, name: string) => texts[name]!)
  return /\/s$/.test(path) ? `${path}?q=temple` : path
}

/** A call's example as a request, at a place where there is nothing. It changes nothing that another request needs. */
export function exampleOf(name: CallName, places: Places): Asked {
  const call = calls[name] as Call
  const input = { ...call.example, ...nobodys(call), ...inputs(places)[name] }
  const path = addressOf(call, input)
  if (!call.body) return { method: call.method, path }
  const given = Object.entries(input).filter(([field]) => !call.path.includes(`{${field}}`))
  return { method: call.method, path, body: Object.fromEntries(given) }
}

/** Parameters of a path at which there is nothing, if any value may stand there. */
function nobodys({ params, example = {} }: Call): object {
  const none = Object.entries(params?.shape ?? {}).map(([field, schema]) => {
    const given = example[field]
    const nothing = typeof given === 'string' ? '0'.repeat(given.length) : 987_654
    return [field, z.safeParse(schema, nothing).success ? nothing : given]
  })
  return Object.fromEntries(none)
}

const PASSWORD = 'not the password'
const PICTURE = 'Q'.repeat(27)

/** What is sent in place of an example: clips and sets that there are, and what would change too much. */
function inputs({
  clip: id,
  cloudpath,
  licence,
  promo,
  curated,
}: Places): Partial<Record<CallName, Record<string, unknown>>> {
  return {
    ...{
      clip: { id },
      relatedClips: { id },
      similarClips: { id },
      countView: { id },
      like: { id },
      unlike: { id },
    },
    ...{ playClip: { id }, comp: { id }, studioClip: { id }, clipVersion: { id }, renderAgain: { id } },
    ...{ editClip: { id, version: 99 }, deleteClip: { id, typed: 'another' } },
    ...{ publishStudioClip: { id, version: 99 }, hideStudioClip: { id, version: 99 } },
    scheduleClip: { id, version: 99 },
    ...{ promotion: { id: promo }, countPromotionView: { id: promo }, removeFromPromotion: { id: promo } },
    ...{ collection: { id: curated }, countCollectionView: { id: curated } },
    ...{ licence: { id: licence }, licencePdf: { id: licence }, categoryClips: { id: 'temple' } },
    playFromPromotion: { id: promo, sourceId: id },
    signMedia: { filepath: cloudpath },
    signPromotionMedia: { filepath: cloudpath, promo, source: id },
    signCollectionMedia: { filepath: cloudpath, curated, source: id },
    changePromotion: { id: promo },
    oembed: { url: `http://nagare.example/m/${id}` },
    changePassword: { current_password: PASSWORD },
    askForNewEmail: { password: PASSWORD },
    deleteAccount: { password: PASSWORD },
    prove: { password: PASSWORD },
  }
}
