import { CONTACT_TOPICS, type ContactTopic } from '#contract/shop/contact.ts'
import { searchText } from '#domain/address/search-path.ts'

const CLIP_PAGE = /^\/(?:ja\/)?m\/(\d{1,15})$/

/**
 * The topic and clip in the contact page's URL (`?clip=12#report`); without a clip, that of the page one came from, and
 * the text of the search one came from.
 * @param referrer `document.referrer`
 */
export function cameFrom(
  { search, hash, origin }: Pick<Location, 'search' | 'hash' | 'origin'>,
  referrer: string,
): { topic: ContactTopic; clip: string; searched: string } {
  const topic = CONTACT_TOPICS.find((each) => hash === `#${each}`) ?? 'question'
  const named = /^\d{1,15}$/.exec(new URLSearchParams(search).get('clip') ?? '')?.[0]
  const before = URL.parse(referrer)
  const path = before?.origin === origin ? before.pathname : ''
  return { topic, clip: named ?? CLIP_PAGE.exec(path)?.[1] ?? '', searched: searchText(path) }
}
