import type { ReadLegal } from '#contract/shop/legal.ts'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import type { Locale } from '#domain/address/locale-path.ts'
import { dayAfter } from '#domain/dates/time-zone.ts'
import { withOwn } from '#domain/shop/own-words.ts'
import { isTree, type Tree } from '#domain/shop/setting-paths.ts'
import type { Site } from '#server/config/config.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import type { SettingProblem } from '#server/shop/words.ts'

/** Texts whose versions hold from a day on. The licence summary is a part of the terms. */
export const LEGAL = { terms: ['terms', 'licence'], privacy: ['privacy'] } as const
export type LegalDocument = keyof typeof LEGAL
type Texts = Record<Locale, Tree>

/** Days of legal texts are those of UTC, as on certificates. */
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

const versions = (db: Db, document: LegalDocument) =>
  db.selectFrom('legal_versions').selectAll().where('document', '=', document).orderBy('effective', 'desc')

/** Days of a shop's own versions, newest first; none if it has ours. `held`: the one that holds. */
export async function legalDays(
  db: Db,
  document: LegalDocument,
  now: Date,
): Promise<{ days: string[]; held: string | undefined }> {
  const rows = await versions(db, document).clearSelect().select('effective').execute()
  const days = rows.map(({ effective }) => effective)
  return { days, held: days.find((day) => day <= dayOf(now)) }
}

/** What a page needs of a legal text: its versions, and the one of a day, or that holds. */
export async function readLegal(
  { db, now, site }: { db: Db; now: () => Date; site: Pick<Site, 'isDraft' | 'shop'> },
  document: LegalDocument,
  day?: string,
): Promise<ReadLegal> {
  const { days, held } = await legalDays(db, document, now())
  if (site.isDraft && !day) return { days, held: site.shop.legal[document] || held }
  const shown = day ?? held
  if (!shown || !days.includes(shown)) return { days, held }
  const { texts } = await versions(db, document).where('effective', '=', shown).executeTakeFirstOrThrow()
  return { days, held, version: { effective: shown, texts: JSON.parse(texts) } }
}

interface Change {
  after: ShopSettings
  changed: readonly string[]
  /** Ours, in both languages. */
  ours: Tree
  now: Date
}

/**
 * Records the versions of changed legal texts. One that holds, or that members are being told of, stays as it is.
 * Returns what is wrong: a changed text needs a day that leaves time to tell members.
 */
export async function recordLegal(trx: Trx, change: Change): Promise<SettingProblem[]> {
  const problems = await Promise.all(
    (Object.keys(LEGAL) as LegalDocument[]).map((document) => recordDocument(trx, document, change)),
  )
  return problems.flat()
}

async function recordDocument(trx: Trx, document: LegalDocument, change: Change): Promise<SettingProblem[]> {
  const { after, changed, ours, now } = change
  const parts = LEGAL[document]
  const touched = [`legal.${document}`, ...parts.map((part) => `words.${part}.`)]
  if (!changed.some((path) => touched.some((start) => path.startsWith(start)))) return []
  const rows = await versions(trx, document).execute()
  const today = dayOf(now)
  const fixed = rows.find((row) => row.effective <= today || row.told_up_to !== null)
  const texts = JSON.stringify(textsOf(ours, parts, after.words))
  const first = JSON.stringify(textsOf(ours, parts, undefined))
  const free = rows.filter((row) => row !== fixed && row.effective > (fixed?.effective ?? ''))
  const forget = () =>
    trx
      .deleteFrom('legal_versions')
      .where('document', '=', document)
      .where('effective', '>', fixed?.effective ?? '')
      .execute()
  if (texts === (fixed?.texts ?? first)) {
    if (free.length > 0) await forget()
    return []
  }
  const day = after.legal[document]
  const told = dayAfter(today, after.legal.noticeDays)
  const next = fixed ? dayAfter(fixed.effective, 1) : told
  const earliest = next > told ? next : told
  if (free.some((row) => row.texts === texts && row.effective === day)) return []
  if (day < earliest) return [{ path: `legal.${document}`, code: 'needsLaterDay', what: earliest }]
  await forget()
  const row = { document, notice_days: after.legal.noticeDays, created: now.toISOString() }
  const began = effectiveOf(ours, document)
  if (!fixed)
    await trx
      .insertInto('legal_versions')
      .values({ ...row, effective: began, texts: first })
      .execute()
  await trx
    .insertInto('legal_versions')
    .values({ ...row, effective: day, texts })
    .execute()
  return []
}

/** Since when ours hold. */
function effectiveOf(ours: Tree, document: LegalDocument): string {
  const words = ours[document] as { effective: { en: string } }
  return words.effective.en
}

/** Whole texts, so that another release does not change what held. */
function textsOf(ours: Tree, parts: readonly string[], own: unknown): Texts {
  const inLanguage = (locale: Locale) => {
    const whole = parts.map((part) => [part, plain(ours[part], isTree(own) ? own[part] : undefined, locale)])
    return Object.fromEntries(whole)
  }
  return { en: inLanguage('en'), ja: inLanguage('ja') }
}

/** Words of one language: ours are the leaves of a tree in both. */
function plain(ours: unknown, own: unknown, locale: Locale): unknown {
  const isLeaf = isTree(ours) && ('en' in ours || 'ja' in ours)
  if (isLeaf || !isTree(ours)) return withOwn(isTree(ours) ? ours[locale] : ours, own, locale)
  return Object.fromEntries(
    Object.entries(ours).map(([key, value]) => [
      key,
      plain(value, isTree(own) ? own[key] : undefined, locale),
    ]),
  )
}
