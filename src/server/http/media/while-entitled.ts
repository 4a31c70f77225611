import { setTimeout as sleep } from 'node:timers/promises'
import { isPaid } from '#domain/membership/membership.ts'
import { findPerson } from '#server/accounts/person.ts'
import type { Deps } from '#server/deps.ts'
import { LINK_SECONDS } from '#server/downloads/full-film.ts'
import type { Exchange } from '#server/http/exchange.ts'
import type { SignedMedia } from '#server/media/signed-url.ts'

/**
 * Breaks a transfer off that has outlasted its link, where who it was for no longer has the right; looked at when the
 * link ends and again after each of its lives. Slow readers with a membership are left to finish.
 */
export async function whileEntitled(
  deps: Pick<Deps, 'db' | 'now'>,
  { holder, expires }: SignedMedia,
  { exchange, sent }: { exchange: Exchange; sent: Promise<void> },
): Promise<void> {
  if (holder === undefined) return sent
  const ended = new AbortController()
  const watched = watch(deps, { holder, wait: expires * 1000 - deps.now().getTime(), signal: ended.signal })
  watched.then((lost) => lost && exchange.res.destroy()).catch(() => exchange.res.destroy())
  await sent.finally(() => ended.abort())
}

/** Resolves to true when the right is lost, to false when nobody waits for it any more. */
async function watch(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { holder, wait, signal }: { holder: number; wait: number; signal: AbortSignal },
): Promise<boolean> {
  for (let ms = wait; ; ms = LINK_SECONDS * 1000) {
    const isOver = await sleep(ms, false, { signal, ref: false }).catch(() => true)
    if (isOver) return false
    if (!isPaid(await findPerson(db, holder, now()))) return true
  }
}
