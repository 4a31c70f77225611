import { createHmac, timingSafeEqual } from 'node:crypto'
import { isAdmin } from '#domain/membership/membership.ts'
import { findPerson } from '#server/accounts/person.ts'
import type { Site } from '#server/config/config.ts'
import { siteWith } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { storeSheet } from './sheet.ts'

export const PREVIEW_COOKIE = 'shop_draft'
export const PREVIEW_SECONDS = 60 * 60
const COOKIE = new RegExp(`(?:^|; *)${PREVIEW_COOKIE}=(\\d{1,15})\\.(\\d{1,15})\\.([A-Za-z0-9_-]{43})(?=;|$)`)

type SecretDeps = Pick<Deps, 'visitorSecret' | 'now'>

/** The cookie's value, with which an admin sees the draft for an hour. */
export function previewPass({ visitorSecret, now }: SecretDeps, { id }: { id: number }): string {
  const until = now().getTime() + PREVIEW_SECONDS * 1000
  return `${id}.${until}.${signature(visitorSecret, id, until)}`
}

/** The site as the draft would make it; undefined for everybody but an admin with a pass. */
export async function previewedSite(
  deps: SecretDeps & Pick<Deps, 'db' | 'site' | 'log' | 'storage'>,
  cookies: string,
): Promise<Site | undefined> {
  const [, id, until, signed = ''] = COOKIE.exec(cookies) ?? []
  const now = deps.now()
  if (!id || Number(until) < now.getTime()) return undefined
  const expected = signature(deps.visitorSecret, Number(id), Number(until))
  if (!timingSafeEqual(Buffer.from(signed), Buffer.from(expected))) return undefined
  const person = await findPerson(deps.db, Number(id), now)
  if (!person || !isAdmin(person)) return undefined
  const { readDraft } = await import('./versions.ts')
  const { settings } = await readDraft(deps)
  return { ...siteWith(deps.site, settings), sheet: await storeSheet(deps, settings), isDraft: true }
}

const signature = (secret: string, id: number, until: number) =>
  createHmac('sha256', secret).update(`shop draft|${id}|${until}`).digest('base64url')
