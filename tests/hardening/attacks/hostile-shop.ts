import { DAY_MS } from '#domain/dates/spans.ts'
import type { Db } from '#server/db/schema.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { aClip, aUser } from '../../support/database/rows.ts'

/**
 * Payloads that break out of badly escaped pages. Each calls `pwned`, or leaves an element or attribute of that name,
 * which the test looks for.
 */
export const PAYLOADS = [
  '<script>pwned(1)</script>',
  '</title><script>pwned(2)</script>',
  '</script><script>pwned(3)</script><pwned-3>',
  '"><img src=x onerror=pwned(4)>',
  "'><img src=x onerror=pwned(5)>",
  '" onmouseover="pwned(6)" autofocus onfocus="pwned(6)" data-pwned="',
  "' onfocus='pwned(7)' autofocus data-pwned='",
  '` onfocus=pwned(8) data-pwned=`',
  ' onfocus=pwned(9) data-pwned=',
  '<svg onload=pwned(10)>',
  '<svg><animate onbegin=pwned(11) attributeName=x dur=1s>',
  'javascript:pwned(12)',
  '\u0001java\tscript:pwned(13)',
  'data:text/html,<script>pwned(14)</script>',
  'https://[pwned',
  'https://x"onfocus=pwned(16)//',
  '<base href="//pwned.example/"><pwned-16>',
  '<meta http-equiv=refresh content="0;url=javascript:pwned(17)">',
  '<iframe srcdoc="<script>parent.pwned(18)</script>"></iframe>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=pwned(19)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=pwned(20)>">',
  '<!--<script><pwned-21>',
  "{{constructor.constructor('pwned(22)')()}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it must not be filled in
  '${pwned(23)}<%= pwned(23) %>#{pwned(23)}',
  '\\u003cscript\\u003epwned(24)\\u003c/script\\u003e\\";pwned(24)//',
  "\u2028';pwned(25)//\u2029",
  '&lt;img src=x onerror=pwned(26)&gt;&quot;&#62;',
  ']]><pwned:script xmlns:pwned="http://www.w3.org/1999/xhtml">pwned(27)</pwned:script><![CDATA[',
  '?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;&pwned;',
  '\u202e<script>pwned(29)</script>\u2066',
  '</textarea></style></template></select></svg><pwned-30 onclick=pwned(30)>',
  '*/}</style><script>pwned(31)</script>',
  '=HYPERLINK("javascript:pwned(32)","x")',
  '%0d%0aSet-Cookie:pwned=1\r\nX-Pwned: 33',
]

/** All of them at once, for pages that show one text. */
export const ALL = PAYLOADS.join(' ')

const day = new Date().toISOString()

/** Stores the payloads in every text of the shop, bypassing the input rules, which have their own tests. */
export async function fillHostile(db: Db, payloads: readonly string[]): Promise<void> {
  for (const [at, text] of payloads.entries()) {
    const id = at + 1
    await db
      .insertInto('categories')
      .values({ key: `c${id}`, label: text, label_ja: text, position: id })
      .execute()
    await aClip(db, { source: sourceOf(text, `c${id}`), media: mediaOf(text) })
    await db.transaction().execute((trx) => indexSource(trx, id))
    const maker = await aUser(db, { name: text })
    await addSets(db, { id, text, maker })
    await addWork(db, { id, text, maker })
    await addLicence(db, { id, text })
  }
}

/** An address that the shop makes, as those of posters and films: no text reaches it. */
const STILL = `/media/still/${'0'.repeat(32)}.webp`

function sourceOf(text: string, category: string) {
  const list = JSON.stringify([text, 'temple'])
  return {
    ...{ title: text, title_ja: text, description: text, description_ja: text, file_name: `${text}.mp4` },
    ...{ tags: list, keywords: list, keywords_ja: list, source: '', user_name: text, license: text },
    ...{ source_url: text, source_url_source: text, category, source_url_image: STILL },
    ...{ created: day, license_type: 'editorial' as const },
  }
}

function mediaOf(text: string) {
  const file_name = `${text}.mp4`
  return {
    file_name,
    original_filename: file_name,
    license: text,
    modifier_model: text,
    modifier_company: text,
    ...{ modifier_date: text, still_license: text, still_license_url: text },
  }
}

interface Given {
  id: number
  text: string
  maker: number
}

async function addSets(db: Db, { id, text, maker }: Given): Promise<void> {
  const set = { slug: `p${id}`, name: text, description: text, created_by: maker, created: day }
  const until = new Date(Date.now() + 9 * DAY_MS).toISOString()
  await db
    .insertInto('promotions')
    .values({ ...set, expires_at: until })
    .execute()
  await db.insertInto('collections').values(set).execute()
  const clip = { source_id: id, position: 0 }
  await db
    .insertInto('promotion_sources')
    .values({ promotion_id: id, ...clip })
    .execute()
  await db
    .insertInto('collection_sources')
    .values({ collection_id: id, ...clip })
    .execute()
}

/** Texts that the studio shows. */
async function addWork(db: Db, { id, text, maker }: Given): Promise<void> {
  const upload = { id: id.toString(16).padStart(32, '0'), kind: 'video' as const, bytes: 7, user_id: maker }
  const failed = { state: 'failed' as const, reason: 'unreadable' as never, reason_text: text }
  await db
    .insertInto('uploads')
    .values({ ...upload, ...failed, file_name: text, folder: text, created: day, updated: day })
    .execute()
  await db
    .insertInto('tester_keys')
    .values({ key: `key-${id}`, label: text, created: day })
    .execute()
  const wish = { text, note: text, status: 'wanted' as const, created_by: maker, created: day, updated: day }
  await db.insertInto('wishes').values(wish).execute()
  const rule = { kind: 'same' as const, word: text, target: text, clips: '[]', until: null }
  await db
    .insertInto('search_rules')
    .values({ ...rule, created_by: maker, created: day })
    .execute()
  await addSearches(db, text)
  for (const days of [7, 30, 90])
    await db
      .insertInto('clip_figures')
      .values({ source_id: id, days, views: 9, previews: 9, likes: 9, downloads: 9 })
      .execute()
  const detail = JSON.stringify({ source: id, before: { title: text }, after: { title: text }, [text]: text })
  await db
    .insertInto('audit_records')
    .values({ actor: text, action: 'clip.edit', user_id: maker, detail, created: day })
    .execute()
}

async function addSearches(db: Db, text: string): Promise<void> {
  const counts = { visitors: 9, little: 9, clicked: 1 }
  await db.insertInto('demand_searches').values({ text, created: day, stale: 0, stock: 0 }).execute()
  for (const days of [7, 30, 90])
    for (const locale of ['', 'en', 'ja'] as const)
      await db
        .insertInto('demand_figures')
        .values({ text, days, locale, ...counts })
        .execute()
  const creator = { month: day.slice(0, 7), user_name: text, downloads: 3, clips: 1 }
  await db.insertInto('creator_downloads').values(creator).execute()
}

async function addLicence(db: Db, { id, text }: Omit<Given, 'maker'>): Promise<void> {
  await db.insertInto('likes').values({ user_id: 1, source_id: id, created: day }).execute()
  const clip = { source_id: id, clip_id: id, clip_title: text, clip_title_ja: text, user_name: text }
  const granted = { license: text, license_type: 'commercial' as const, terms_version: '2024-12-01' }
  await db
    .insertInto('downloads')
    .values({
      ...{ public_id: licenceOf(id), user_id: 1, ...clip, ...granted, plan: 'pro', licensee_name: text },
      ...{ file_name: `${text}.mp4`, via: 'promotion', via_name: text, created: day },
    })
    .execute()
}

/** Its public number. */
export const licenceOf = (clip: number) => `LICENCE-${String(clip).padStart(10, '0')}`
