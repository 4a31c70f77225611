import { gunzipSync } from 'node:zlib'
import type { APIRequestContext } from '@playwright/test'

/** The result of whereSeen() for a visible clip. */
export const EVERYWHERE = ['search', 'page', 'api', 'feed', 'Japanese feed', 'home', 'sitemap']

/** The places where visitors find a clip now; it must be one of the newest, with a searchable word. */
export async function whereSeen(request: APIRequestContext, id: number, word: string): Promise<string[]> {
  const search = await (await request.get(`/api/medias/search?q=${word}`)).json()
  const places: Record<string, boolean> = {
    search: search.sources.some((source: { id: number }) => source.id === id),
    page: (await request.get(`/m/${id}`)).ok(),
    api: (await request.get(`/api/medias/${id}`)).ok(),
    feed: await isLinked(request, '/feed.atom', id),
    'Japanese feed': await isLinked(request, '/ja/feed.atom', id),
    home: await isLinked(request, '/', id),
    sitemap: await isInSitemap(request, id),
  }
  return Object.keys(places).filter((place) => places[place])
}

async function isLinked(request: APIRequestContext, path: string, id: number): Promise<boolean> {
  return (await (await request.get(path)).text()).includes(`/m/${id}"`)
}

async function isInSitemap(request: APIRequestContext, id: number): Promise<boolean> {
  const part = await (await request.get('/sitemap-clips-1.xml.gz')).body()
  return gunzipSync(part).toString().includes(`/m/${id}<`)
}
