import { CategoryParams } from '#contract/clips/clips.ts'
import { AppError } from '#contract/errors.ts'
import { tagTitle } from '#domain/address/tag-title.ts'
import { strings } from '#i18n/strings.ts'
import { getCategory } from '#server/clips/list-categories.ts'
import { atomFeed } from '#server/discovery/atom-feed.ts'
import { xmlAnswer } from '#server/discovery/xml-answer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(async ({ params, locals: { deps, locale }, cache }) => {
  const asked = CategoryParams.safeParse({ id: params.category })
  if (!asked.success) throw new AppError('categoryNotFound')
  const { key, label_ja } = await getCategory(deps, asked.data.id)
  const { feed, home } = strings(locale)
  const label = (locale === 'ja' && label_ja) || tagTitle(key)
  const title = feed.category(label, deps.site.name)
  cache.set({ maxAge: 300, swr: 3600, tags: ['clips', 'categories'] })
  const description = home.categoryLead(label)
  return xmlAnswer(
    await atomFeed(deps, { locale, title, description, page: `/t/${key}`, category: key }),
    'application/atom+xml; charset=utf-8',
  )
})
