import { setTimeout as sleep } from 'node:timers/promises'
import { isPaid } from '#domain/membership/membership.ts'
import { findPerson } from '#server/accounts/person.ts'
import type { Deps } from '#server/deps.ts'
import type { Exchange } from '#server/http/exchange.ts'
import type { SignedMedia } from '#server/media/signed-url.ts'

/** Between checks, once the link has expired. */
const CHECK_MS = 5 * 60 * 1000

/** Cuts off a transfer that outlasts its link, once the link's holder is no longer a paid member. */
export async function cutWhenRightLost(
  deps: Pick<Deps, 'db' | 'now'>,
  { holder, expires }: SignedMedia,
  { exchange, sent }: { exchange: Exchange; sent: Promise<void> },
): Promise<void> {
  if (holder === undefined) return sent
  const ended = new AbortController()
  const lost = rightLost(deps, { holder, wait: expires * 1000 - deps.now().getTime(), signal: ended.signal })
  lost.then((isLost) => isLost && exchange.res.destroy()).catch(() => exchange.res.destroy())
  await sent.finally(() => ended.abort())
}

/** Resolves to true when the right is lost, to false when the signal aborts. Checks first after `wait` ms. */
async function rightLost(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { holder, wait, signal }: { holder: number; wait: number; signal: AbortSignal },
): Promise<boolean> {
  for (let ms = wait; ; ms = CHECK_MS) {
    const isAborted = await sleep(ms, false, { signal, ref: false }).catch(() => true)
    if (isAborted) return false
    if (!isPaid(await findPerson(db, holder, now()))) return true
  }
}
