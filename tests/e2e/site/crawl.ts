import type { Page } from '@playwright/test'
import { type Locale, localeOf, withoutLocale } from '#domain/address/locale-path.ts'
import { pagesOfSite } from '../../support/http/routes.ts'

/** The answer of one URL of the site. */
export interface Answered {
  /** Path and query. */
  url: string
  status: number
  /** Absent if it is not a page: feeds, icons, style sheets. */
  page?: {
    lang: string
    title: string
    description: string
    h1: string[]
    ids: string[]
    /** Path, query and fragment of everything on this site that it links to or loads. */
    links: string[]
  }
}

/** How many URLs of a kind are fetched; there are hundreds of clips and searches. */
const OF_A_KIND = 8
/** Redirects visitors, or is missing without a seller, or with an admin. */
const NOT_FOR_ALL = ['/account', '/commerce', '/setup']
const isForAll = (url: string) => !NOT_FOR_ALL.includes(withoutLocale(url))

/** `/m/7` and `/m/8` are of one kind, `/ja/m/7` of another. */
export function kindOf(url: string): string {
  const [path = '', query] = url.split('?')
  const kind = path.replace(
    /\/(m|s|t|developers|promo|curated|verify|licence|embed|media|_astro)\/.+/,
    '/$1/…',
  )
  return query === undefined || path.startsWith('/promo-signup') ? kind : `${kind}?`
}

/** Follows the links of all pages, a few of each kind, without running scripts. */
export async function crawl(page: Page, testerKey: string): Promise<Answered[]> {
  // Any page that may fetch will do.
  await page.goto('/terms')
  const wanted = new Set(seeds(testerKey))
  const taken = new Map<string, number>()
  const answered: Answered[] = []
  while (wanted.size > 0) {
    const urls = [...wanted]
    wanted.clear()
    const answers = await page.evaluate(fetchAll, urls)
    answered.push(...answers)
    for (const { url, page: found } of answers) {
      // Filter links lead to more filter links without end.
      if (!url.includes('?') || url.startsWith('/promo-signup'))
        for (const link of found?.links ?? []) want(link)
    }
  }
  return answered

  function want(link: string): void {
    const [url = ''] = link.split('#')
    const count = taken.get(kindOf(url)) ?? 0
    const known = wanted.has(url) || answered.some((answer) => answer.url === url)
    if (known || count >= OF_A_KIND) return
    taken.set(kindOf(url), count + 1)
    wanted.add(url)
  }
}

/** One page of each kind in a language, without filtered lists. */
export function oneOfEachKind(answered: readonly Answered[], locale: Locale): string[] {
  const pages = answered.filter(
    ({ page, url }) => page && localeOf(url) === locale && isForAll(url) && !kindOf(url).endsWith('?'),
  )
  return [...new Map(pages.map(({ url }) => [kindOf(url), url] as const).toReversed()).values()].toReversed()
}

/** Pages that need no parameter in their path, linked or not. */
function seeds(testerKey: string): string[] {
  const pages = pagesOfSite().filter(
    (path) => /^\/[a-z/-]*$/.test(path) && !/^\/(?:s|ja\/s)(?:\/|$)/.test(path),
  )
  return pages
    .filter(isForAll)
    .map((path) => (path.startsWith('/promo-signup') ? `${path}?k=${testerKey}` : path))
}

/** Runs in the page, which can parse HTML. */
async function fetchAll(urls: string[]): Promise<Answered[]> {
  const left = [...urls]
  const answers: Answered[] = []
  const work = async () => {
    for (let url = left.shift(); url !== undefined; url = left.shift()) answers.push(await answerOf(url))
  }
  await Promise.all(Array.from({ length: 4 }, work))
  return urls.map((url) => answers.find((answer) => answer.url === url)!)

  /** Comes back when a busy server asks for it, as crawlers do. */
  async function fetchPatiently(url: string, tries = 5): Promise<Response> {
    const response = await fetch(url)
    const seconds = Number(response.headers.get('retry-after'))
    if (response.status !== 503 || !seconds || tries === 1) return response
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    return fetchPatiently(url, tries - 1)
  }

  async function answerOf(url: string): Promise<Answered> {
    const response = await fetchPatiently(url)
    const text = await response.text()
    if (!response.headers.get('content-type')?.startsWith('text/html'))
      return { url, status: response.status }
    const html = new DOMParser().parseFromString(text, 'text/html')
    const base = new URL(response.url)
    const targets = [...html.querySelectorAll('a[href], link[href], script[src]')].map(
      (element) => new URL(element.getAttribute('href') ?? element.getAttribute('src') ?? '', base),
    )
    const own = targets.filter(({ origin }) => origin === location.origin)
    return {
      url,
      status: response.status,
      page: {
        lang: html.documentElement.lang,
        title: html.title,
        description: html.querySelector('meta[name=description]')?.getAttribute('content') ?? '',
        h1: [...html.querySelectorAll('h1')].map((heading) => heading.textContent.trim()),
        ids: [...html.querySelectorAll('[id]')].map(({ id }) => id),
        links: [...new Set(own.map(({ pathname, search, hash }) => pathname + search + hash))],
      },
    }
  }
}
