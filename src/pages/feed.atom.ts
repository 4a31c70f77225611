import { strings } from '#i18n/strings.ts'
import { atomFeed } from '#server/discovery/atom-feed.ts'
import { xmlAnswer } from '#server/discovery/xml-answer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(async ({ locals: { deps, locale }, cache }) => {
  const { name, shop } = deps.site
  const title = strings(locale).feed.all(name)
  const description = shop.identity.description[locale]
  cache.set({ maxAge: 300, swr: 3600, tags: ['clips'] })
  return xmlAnswer(
    await atomFeed(deps, { locale, title, description, page: '/' }),
    'application/atom+xml; charset=utf-8',
  )
})
