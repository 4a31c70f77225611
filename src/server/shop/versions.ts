import { type ZodError, z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { DEFAULT_SHOP } from '#contract/shop/default-shop.ts'
import { type FieldNote, ShopSettings } from '#contract/shop/shop-settings.ts'
import type { ShopVersion, StudioShop } from '#contract/studio/shop/shop.ts'
import { LOCALES } from '#domain/address/locale-path.ts'
import type { Person } from '#domain/membership/membership.ts'
import { changedPaths, type Tree } from '#domain/shop/setting-paths.ts'
import { audit } from '#server/audit.ts'
import { EVERYTHING, invalidate } from '#server/cache-invalidation.ts'
import { lockRows } from '#server/db/locks.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { LEGAL, recordLegal } from '#server/legal/legal.ts'
import { publishedShop } from './live-shop.ts'
import { ownLayer } from './own-css.ts'
import { unknownPictures } from './pictures.ts'
import { documentOf, EMPTY_DOCUMENT, outdatedBases, type ShopDocument, settingsOf } from './shop-document.ts'
import { usedPictures } from './used-pictures.ts'
import { allWords, ourWords, type SettingProblem, wordProblems, wordsForm } from './words.ts'

type ShopDeps = Pick<Deps, 'db' | 'now' | 'site' | 'log'>

type ReadDeps = Omit<ShopDeps, 'now'>

/** What visitors see; this process may be a second late. */
const present = async (deps: ReadDeps) => (await publishedShop(deps)) ?? deps.site.shop

const DRAFT = 1
/** Versions that the studio lists; the table keeps all. */
const LISTED = 50

/** Where the studio's edit begins: the draft, or before the first one what visitors see. */
export async function readDraft(deps: ReadDeps): Promise<Draft> {
  const row = await draftRow(deps.db)
  if (!row) {
    const settings = await present(deps)
    return { settings, document: documentOf(settings), revision: 0, by: null }
  }
  const document: ShopDocument = JSON.parse(row.document)
  return { settings: settingsOf(document), document, revision: row.revision, by: row.name }
}

interface Draft {
  settings: ShopSettings
  document: ShopDocument
  revision: number
  /** Name of who changed it last; null for nobody, or a deleted account. */
  by: string | null
}

/** What the room shows. */
export async function studioShop(deps: ReadDeps): Promise<StudioShop> {
  const { settings, document, revision, by } = await readDraft(deps)
  const versions = await listVersions(deps.db)
  const form = z.toJSONSchema(ShopSettings, { io: 'input', override: withoutPatterns })
  return {
    form: { ...form, properties: { ...form.properties, words: wordsForm() } },
    settings: withAllWords(settings),
    defaults: { ...DEFAULT_SHOP, words: ourWords() },
    published: withAllWords(await present(deps)),
    outdated: outdatedBases(document),
    ...{ revision, by, versions },
  }
}

const withAllWords = (settings: ShopSettings) => ({ ...settings, words: allWords(settings.words) })

/** The server checks; browsers need the lengths. */
function withoutPatterns({
  jsonSchema,
}: {
  jsonSchema: { pattern?: string; allOf?: unknown } & Partial<FieldNote>
}) {
  delete jsonSchema.pattern
  delete jsonSchema.allOf
}

async function listVersions(db: Db): Promise<ShopVersion[]> {
  const rows = await db
    .selectFrom('shop_versions')
    .leftJoin('users', 'users.id', 'shop_versions.user_id')
    .select(['number', 'changed', 'restored', 'shop_versions.created', 'users.name'])
    .orderBy('number', 'desc')
    .limit(LISTED)
    .execute()
  return rows.map(({ number, changed, restored, created, name }) => ({
    ...{ number, restored, created },
    by: name,
    changed: JSON.parse(changed),
  }))
}

/**
 * Replaces the draft; returns its new revision. @throws AppError('shopInvalid') with the wrong fields, 'versionConflict'
 * if somebody else has changed it since that revision
 */
export async function saveDraft(
  deps: ShopDeps,
  by: Person,
  { settings, revision }: { settings: unknown; revision: number },
): Promise<{ revision: number }> {
  const parsed = ShopSettings.safeParse(settings)
  if (!parsed.success)
    throw new AppError('shopInvalid', '', { fields: { problems: problemsOf(parsed.error) } })
  const problems = await furtherProblems(deps.db, parsed.data)
  if (problems.length > 0) throw new AppError('shopInvalid', '', { fields: { problems } })
  return deps.db.transaction().execute(async (trx) => {
    const before = await seenDraft(trx, revision)
    const former = before ? (JSON.parse(before.document) as ShopDocument) : EMPTY_DOCUMENT
    return putDraft(trx, deps, { by, revision, document: documentOf(parsed.data, former) })
  })
}

/** Shows the draft to everybody. @throws AppError('versionConflict'), 'shopInvalid' for legal texts without time to tell of them */
export async function publishDraft(
  deps: ShopDeps,
  by: Person,
  { revision }: { revision: number },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const draft = await seenDraft(trx, revision)
    const document = draft ? (JSON.parse(draft.document) as ShopDocument) : documentOf(await present(deps))
    await insertVersion(trx, deps, { by, document })
    await putDraft(trx, deps, { by, revision, document })
  })
}

/** Publishes a change of what visitors see, in a transaction. @throws ZodError for settings that are not valid */
export async function publishChange(
  deps: ShopDeps & { db: Trx },
  by: Person,
  change: (settings: ShopSettings) => ShopSettings,
): Promise<void> {
  const { settings, document: former, revision } = await readDraft(deps)
  const document = documentOf(ShopSettings.parse(change(settings)), former)
  await insertVersion(deps.db, deps, { by, document })
  await putDraft(deps.db, deps, { by, revision, document })
}

/** Publishes a former version again, but for its legal texts. @throws AppError('notFound' | 'versionConflict') */
export async function restoreVersion(
  deps: ShopDeps,
  by: Person,
  { number, revision }: { number: number; revision: number },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await seenDraft(trx, revision)
    const version = await trx
      .selectFrom('shop_versions')
      .select('document')
      .where('number', '=', number)
      .executeTakeFirst()
    if (!version) throw new AppError('notFound')
    const former: ShopDocument = JSON.parse(version.document)
    const document = documentOf(withLegalOf(await present({ ...deps, db: trx }), settingsOf(former)), former)
    await insertVersion(trx, deps, { by, document, restored: number })
    await putDraft(trx, deps, { by, revision, document })
  })
}

/** Legal texts stay, whatever else comes back. */
function withLegalOf(now: ShopSettings, former: ShopSettings): ShopSettings {
  const words: Tree = { ...former.words }
  for (const name of Object.values(LEGAL).flat()) words[name] = now.words?.[name]
  return { ...former, legal: now.legal, words }
}

interface Change {
  by: Person
  document: ShopDocument
}

async function insertVersion(
  trx: Trx,
  deps: ShopDeps,
  { by, document, restored = null }: Change & { restored?: number | null },
): Promise<void> {
  const after = settingsOf(document)
  const changed = changedPaths(await present({ ...deps, db: trx }), after)
  const at = deps.now()
  const problems = await recordLegal(trx, { after, changed, ours: ourWords(), now: at })
  if (problems.length > 0) throw new AppError('shopInvalid', '', { fields: { problems } })
  const { number } = await trx
    .insertInto('shop_versions')
    .values({
      ...{ document: JSON.stringify(document), changed: JSON.stringify(changed) },
      ...{ restored, user_id: by.id, created: at.toISOString() },
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  await trx.updateTable('tester_spots').set({ total: after.programme.spots }).execute()
  await invalidate(trx, [EVERYTHING])
  const detail = { version: number, changed, ...(restored !== null && { restored }) }
  await audit(trx, { actor: by, action: 'shop.publish', userId: null, detail, at })
}

async function putDraft(
  trx: Trx,
  { now }: ShopDeps,
  { by, document, revision: seen }: Change & { revision: number },
): Promise<{ revision: number }> {
  const revision = seen + 1
  const row = {
    ...{ document: JSON.stringify(document), revision },
    ...{ user_id: by.id, updated: now().toISOString() },
  }
  const written =
    seen === 0
      ? await trx
          .insertInto('shop_drafts')
          .values({ id: DRAFT, ...row })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('revision')
          .executeTakeFirst()
      : await trx
          .updateTable('shop_drafts')
          .set(row)
          .where('revision', '=', seen)
          .returning('revision')
          .executeTakeFirst()
  if (!written) throw new AppError('versionConflict')
  return { revision }
}

/** The draft, locked. @throws AppError('versionConflict') if it is no longer at that revision */
async function seenDraft(trx: Trx, revision: number) {
  const draft = await trx.selectFrom('shop_drafts').selectAll().$call(lockRows(trx)).executeTakeFirst()
  if ((draft?.revision ?? 0) !== revision) throw new AppError('versionConflict')
  return draft
}

function draftRow(db: Db) {
  return db
    .selectFrom('shop_drafts')
    .leftJoin('users', 'users.id', 'shop_drafts.user_id')
    .select(['document', 'revision', 'users.name'])
    .executeTakeFirst()
}

/** A code per wrong field, and what is wrong in it; other issues than ours have the code `invalid`. */
function problemsOf({ issues }: ZodError): SettingProblem[] {
  return issues.map(({ path, message }) => {
    const [, code = 'invalid', what] = /^([a-zA-Z]+)(?: (\{.*\}))?$/s.exec(message) ?? []
    return { path: path.join('.'), code, ...(what && { what: what.slice(0, 200) }) }
  })
}

/** Texts that a page lacks in a language that visitors see. */
function emptyPages({ pages, languages }: ShopSettings): SettingProblem[] {
  const shown = LOCALES.filter((locale) => languages.shown === 'both' || languages.shown === locale)
  return pages.flatMap((page, at) =>
    (['title', 'text'] as const).flatMap((field) =>
      shown
        .filter((locale) => page[field][locale] === '')
        .map((locale) => ({ path: `pages.${at}.${field}.${locale}`, code: 'empty' })),
    ),
  )
}

/** What the schema cannot see. */
async function furtherProblems(db: Db, settings: ShopSettings): Promise<SettingProblem[]> {
  const pictures = usedPictures(settings)
  const unknown = await unknownPictures(
    db,
    pictures.map(({ name }) => name),
  )
  return [
    ...pictures
      .filter(({ name }) => unknown.includes(name))
      .map(({ path }) => ({ path, code: 'badPicture' })),
    ...emptyPages(settings),
    ...wordProblems(settings.words),
    ...((await ownLayer(settings.look.css)) === undefined ? [{ path: 'look.css', code: 'badCss' }] : []),
  ]
}
