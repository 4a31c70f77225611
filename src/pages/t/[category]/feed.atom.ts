import { CategoryParams } from '#contract/clips.ts'
import { AppError } from '#contract/errors.ts'
import { tagTitle } from '#domain/address/tag-title.ts'
import { strings } from '#i18n/strings.ts'
import { getCategory } from '#server/clips/list-categories.ts'
import { atomFeed, FEED_LENGTH } from '#server/discovery/atom-feed.ts'
import { newestClips } from '#server/discovery/newest-clips.ts'
import { xmlAnswer } from '#server/discovery/xml-answer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(async ({ params, locals: { deps, locale }, cache }) => {
  const asked = CategoryParams.safeParse({ id: params.category })
  if (!asked.success) throw new AppError('categoryNotFound')
  const { key, label_ja } = await getCategory(deps, asked.data.id)
  const clips = await newestClips(deps, { category: key, limit: FEED_LENGTH })
  const { feed, home } = strings(locale)
  const label = (locale === 'ja' && label_ja) || tagTitle(key)
  const title = feed.category(label, deps.site.name)
  const page = `/t/${key}` as const
  cache.set({ maxAge: 300, swr: 3600, tags: ['clips', 'categories'] })
  return xmlAnswer(
    atomFeed(clips, {
      locale,
      site: deps.site,
      title,
      description: home.categoryLead(label),
      page,
      feed: `${page}/feed.atom`,
    }),
    'application/atom+xml; charset=utf-8',
  )
})
