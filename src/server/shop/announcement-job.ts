import { isAnnounced } from '#domain/shop/announcement.ts'
import { EVERYTHING, invalidate } from '#server/cache-invalidation.ts'
import type { RecurringJob } from '#server/jobs/job.ts'

/** Clears every page when an announcement begins or ends, since pages are kept for hours. */
export const announcementJob: RecurringJob = {
  kind: 'shop.announcement',
  everySeconds: 60,
  async run({ db, now, site }, { state }) {
    const isShown = isAnnounced(site.shop.home.announcement, { at: now(), timeZone: site.timeZone })
    if (state !== undefined && state !== isShown)
      await db.transaction().execute((trx) => invalidate(trx, [EVERYTHING]))
    return isShown
  },
}
