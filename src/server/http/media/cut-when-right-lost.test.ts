import type { KyselyPlugin } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { SignedMedia } from '#server/media/signed-url.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { watchedLogger } from '../../../../tests/support/leaks/watched-log.ts'
import { cutWhenRightLost } from './cut-when-right-lost.ts'

describeEachDatabase('a transfer whose link has ended', (open) => {
  /** The transfer of a Pro member's film, whose right is checked every few milliseconds by queries that may fail. */
  async function aTransfer() {
    const db = await open()
    const holder = await aUser(db, { granted_membership: 'pro' })
    const state = { isAway: true, asked: 0 }
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        state.asked++
        if (state.isAway) throw new Error('Connection terminated')
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const now = () => new Date()
    const deps = { db: db.withPlugin(plugin), now, log: watchedLogger() }
    const { promise: sent, resolve: end } = Promise.withResolvers<void>()
    const destroy = vi.fn()
    const signed = { holder, expires: Math.floor(Date.now() / 1000) } as SignedMedia
    const exchange = { res: { destroy } } as never
    const cutting = cutWhenRightLost(deps, signed, { exchange, sent, checkMs: 5, againMs: 5 })
    const asked = async (times: number) => {
      const from = state.asked
      await vi.waitFor(() => expect(state.asked).toBeGreaterThanOrEqual(from + times), { timeout: 10_000 })
    }
    const endGrant = () =>
      db.updateTable('users').set({ granted_membership: null }).where('id', '=', holder).execute()
    return { state, destroy, asked, endGrant, end, cutting }
  }

  test('goes on while nobody can say whether the right is lost, and while it is kept', async () => {
    const { state, destroy, asked, end, cutting } = await aTransfer()
    await asked(3)
    state.isAway = false
    await asked(3)
    expect(destroy).not.toHaveBeenCalled()
    end()
    await cutting
  })

  test('is cut when the database is back and says that the right is lost', async () => {
    const { state, destroy, asked, endGrant, end, cutting } = await aTransfer()
    await endGrant()
    await asked(2)
    expect(destroy).not.toHaveBeenCalled()
    state.isAway = false
    await vi.waitFor(() => expect(destroy).toHaveBeenCalledOnce(), { timeout: 10_000 })
    end()
    await cutting
  })
})
