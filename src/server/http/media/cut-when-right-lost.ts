import { setTimeout as sleep } from 'node:timers/promises'
import { isPaid } from '#domain/membership/membership.ts'
import { findPerson } from '#server/accounts/person.ts'
import type { Deps } from '#server/deps.ts'
import type { Exchange } from '#server/http/exchange.ts'
import type { SignedMedia } from '#server/media/signed-url.ts'

type CheckDeps = Pick<Deps, 'db' | 'now' | 'log'>

interface Transfer {
  exchange: Pick<Exchange, 'res'>
  sent: Promise<void>
  /** Milliseconds between checks, once the link has expired. */
  checkMs?: number
  /** Milliseconds until a check that failed is repeated. */
  againMs?: number
}

/**
 * Cuts off a transfer that outlasts its link, once the link's holder is no longer a paid member. A database that does
 * not answer ends nobody's download.
 */
export async function cutWhenRightLost(
  deps: CheckDeps,
  { holder, expires }: SignedMedia,
  { exchange, sent, checkMs = 5 * 60_000, againMs = 30_000 }: Transfer,
): Promise<void> {
  if (holder === undefined) return sent
  const ended = new AbortController()
  const cut = async () => {
    let wait = Math.max(0, expires * 1000 - deps.now().getTime())
    while (await sleep(wait, true, { signal: ended.signal, ref: false }).catch(() => false)) {
      const right = await rightOf(deps, holder)
      if (right === 'lost') {
        exchange.res.destroy()
        return
      }
      wait = right === 'unknown' ? againMs : checkMs
    }
  }
  void cut()
  await sent.finally(() => ended.abort())
}

async function rightOf({ db, now, log }: CheckDeps, holder: number): Promise<'kept' | 'lost' | 'unknown'> {
  try {
    return isPaid(await findPerson(db, holder, now())) ? 'kept' : 'lost'
  } catch (err) {
    log.warn({ err }, 'right to a film not checked')
    return 'unknown'
  }
}
