import { createHash } from 'node:crypto'
import { type Insertable, type Kysely, sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'

const created = '2026-11-21T00:00:00.000Z'
let made = 0

/** A category; the same key twice gives the same row. */
async function aCategory(db: Kysely<Database>, key = 'temple'): Promise<string> {
  const row = { key, label: key, label_ja: key, position: 0 }
  await db
    .insertInto('categories')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return key
}

/** A visible clip: source and media. Pass only what matters to the test. */
export async function aClip(
  db: Kysely<Database>,
  given: {
    source?: Partial<Insertable<Database['library']>>
    media?: Partial<Insertable<Database['medias']>>
  } = {},
): Promise<{ id: number; cloudpath: string }> {
  const source = sourceRow(given.source)
  await aCategory(db, source.category)
  const { id } = await db.insertInto('library').values(source).returning('id').executeTakeFirstOrThrow()
  const media = mediaRow(id, source, given.media)
  await db.insertInto('medias').values(media).execute()
  return { id, cloudpath: media.cloudpath }
}

/** A registered user; with an `id` of its own only if the test is about ids. */
export async function aUser(
  db: Kysely<Database>,
  given: Partial<Insertable<Database['users']>> & { id?: number } = {},
): Promise<number> {
  const email = `person${++made}@example.com`
  const row = { name: 'Aoi', email, email_normalised: email, password_hash: '$argon2id$', created, ...given }
  if (given.id !== undefined && engineOf(db) === 'postgres') {
    const { id: wanted, ...others } = given
    await sql`select setval(pg_get_serial_sequence('users', 'id'), ${wanted}, false)`.execute(db)
    return aUser(db, others)
  }
  const { id } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A licence of a clip, also of one that is deleted since (`source_id: null`). */
export async function aDownload(
  db: Kysely<Database>,
  clip_id: number,
  given: Partial<Insertable<Database['downloads']>> = {},
): Promise<void> {
  const licence = { license: 'Nagare licence', license_type: 'commercial', plan: 'pro', via: 'clip' } as const
  await db
    .insertInto('downloads')
    .values({
      ...{ public_id: `licence-${++made}`, user_id: null, clip_id, source_id: clip_id, ...licence },
      ...{ clip_title: 'Fox', clip_title_ja: '', file_name: 'fox.mp4', terms_version: '2024-12-01' },
      ...{ licensee_name: '', via_name: '', created, ...given },
    })
    .execute()
}

/** A user's subscription at Stripe, 29 dollars a month; the customer is made with the first. Returns its id. */
export async function aSubscription(
  db: Kysely<Database>,
  user_id: number,
  given: Partial<Insertable<Database['subscriptions']>> = {},
): Promise<string> {
  const customer_id = `cus_${user_id}`
  await db
    .insertInto('stripe_customers')
    .values({ id: customer_id, user_id, created })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = {
    ...{ id: `sub_${++made}`, customer_id, user_id, plan: 'pro_monthly', status: 'active' },
    ...{ current_period_end: '2026-12-21T00:00:00.000Z', amount: 2900, currency: 'usd' },
    ...{ created, synced_at: created, ...given },
  }
  await db.insertInto('subscriptions').values(row).execute()
  return row.id
}

function sourceRow(given: Partial<Insertable<Database['library']>> = {}): Insertable<Database['library']> {
  const hash = createHash('sha256').update(`clip ${++made}`).digest('hex')
  return {
    title: `Clip ${made}`,
    title_ja: `映像 ${made}`,
    description: 'First paragraph.\n\nSecond paragraph.',
    description_ja: '最初の段落。',
    file_name: `clip-${made}.mp4`,
    tags: '[]',
    keywords: '["temple"]',
    keywords_ja: '["寺"]',
    source: 'archive',
    user_name: 'Nagare',
    license: 'Nagare licence',
    license_type: 'commercial',
    width: 1920,
    height: 1080,
    source_url: '',
    source_url_image: '',
    source_url_source: '',
    category: 'temple',
    popularity: 1,
    content_hash: hash,
    created,
    added: created,
    updated: created,
    ...given,
  }
}

function mediaRow(
  sourceId: number,
  source: Insertable<Database['library']>,
  given: Partial<Insertable<Database['medias']>> = {},
): Insertable<Database['medias']> {
  const name = source.content_hash.slice(0, 32)
  return {
    source_id: sourceId,
    file_name: source.file_name,
    type: 'video',
    license: source.license,
    width: source.width,
    height: source.height,
    duration: 10,
    frame_rate: 30,
    bit_rate: 4_000_000,
    cloudpath: `full/${name}.mp4`,
    byte_size: 5_000_000,
    modifier_model: '',
    modifier_company: '',
    file_url: `/media/watermarked/${name}.mp4`,
    video_url: `/media/watermarked/${name}.mp4`,
    category: source.category,
    thumbnail_url: `/media/poster/${name}/480.webp`,
    watermarked_url: `/media/watermarked/${name}.mp4`,
    preview_url: `/media/preview/${name}.mp4`,
    preview_av1_url: `/media/preview/${name}-av1.mp4`,
    poster_base: `/media/poster/${name}`,
    poster_widths: '[240,480,960]',
    dominant_color: '#808080',
    thumbhash: '',
    loop_difference: 0.01,
    original_filename: source.file_name,
    created,
    ...given,
  }
}
