import { strings } from '#i18n/strings.ts'
import { atomFeed, FEED_LENGTH } from '#server/discovery/atom-feed.ts'
import { newestClips } from '#server/discovery/newest-clips.ts'
import { xmlAnswer } from '#server/discovery/xml-answer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(async ({ locals: { deps, locale }, cache }) => {
  const { feed, home } = strings(locale)
  const clips = await newestClips(deps, { limit: FEED_LENGTH })
  const title = feed.all(deps.site.name)
  cache.set({ maxAge: 300, swr: 3600, tags: ['clips'] })
  return xmlAnswer(
    atomFeed(clips, {
      locale,
      site: deps.site,
      title,
      description: home.lead,
      page: '/',
      feed: '/feed.atom',
    }),
    'application/atom+xml; charset=utf-8',
  )
})
