import type { SitePath } from '../address/locale-path.ts'

interface Room {
  path: SitePath
  /** Whether only the admin may enter. */
  adminOnly?: true
}

/** The rooms of the operator's studio, in the order of its navigation. */
export const STUDIO_ROOMS = {
  overview: { path: '/studio' },
  uploads: { path: '/studio/uploads' },
  library: { path: '/studio/library' },
  categories: { path: '/studio/categories' },
  sets: { path: '/studio/sets', adminOnly: true },
  demand: { path: '/studio/demand' },
  members: { path: '/studio/members', adminOnly: true },
  testers: { path: '/studio/testers', adminOnly: true },
  prices: { path: '/studio/prices', adminOnly: true },
  shop: { path: '/studio/shop', adminOnly: true },
  webhooks: { path: '/studio/webhooks', adminOnly: true },
  health: { path: '/studio/health', adminOnly: true },
  log: { path: '/studio/log', adminOnly: true },
  privacy: { path: '/studio/privacy', adminOnly: true },
} as const satisfies Record<string, Room>

export type StudioRoom = keyof typeof STUDIO_ROOMS
