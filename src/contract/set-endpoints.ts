import type { SignedMedia } from './downloads.ts'
import type { Endpoint } from './request.ts'
import type { CollectionInput, CreatedSet, Expiry, PromotionInput, SetList } from './sets.ts'

/** A clip of a set for the sign calls. `filepath`: its `cloudpath`; `set`: the set's `id`. */
interface SetClip {
  set: string
  source: number
  filepath: string
}

export const createPromotion: Endpoint<PromotionInput, CreatedSet> = {
  method: 'POST',
  path: () => '/api/promo',
  body: (input) => input,
}

export const createCollection: Endpoint<CollectionInput, CreatedSet> = {
  method: 'POST',
  path: () => '/api/curated',
  body: (input) => input,
}

export const removeFromPromotion: Endpoint<{ id: string; sourceId: number }, void> = {
  method: 'DELETE',
  path: ({ id, sourceId }) => `/api/promo/${encodeURIComponent(id)}/${sourceId}`,
}

export const removeFromCollection: Endpoint<{ id: string; sourceId: number }, void> = {
  method: 'DELETE',
  path: ({ id, sourceId }) => `/api/curated/${encodeURIComponent(id)}/${sourceId}`,
}

const signPath = (call: 'promo' | 'curated', { set, source, filepath }: SetClip) =>
  `/api/media-sign-${call}?filepath=${encodeURIComponent(filepath)}&${call}=${encodeURIComponent(set)}&source=${source}`

/** A link that saves a clip of a live promotion, for any member. */
export const signPromotionMedia: Endpoint<SetClip, SignedMedia> = {
  method: 'GET',
  path: (clip) => signPath('promo', clip),
}

/** A link that saves a clip of a curated set, for paid members. */
export const signCollectionMedia: Endpoint<SetClip, SignedMedia> = {
  method: 'GET',
  path: (clip) => signPath('curated', clip),
}

/** Counts a view of a promotion's page. */
export const countPromotionView: Endpoint<{ id: string }, void> = {
  method: 'POST',
  path: ({ id }) => `/api/promo/${encodeURIComponent(id)}/view`,
}

export const countCollectionView: Endpoint<{ id: string }, void> = {
  method: 'POST',
  path: ({ id }) => `/api/curated/${encodeURIComponent(id)}/view`,
}

/** All promotions, newest first; admin only. */
export const promotionList: Endpoint<{ offset: number }, SetList> = {
  method: 'GET',
  path: ({ offset }) => `/api/promo?offset=${offset}`,
}

export const collectionList: Endpoint<{ offset: number }, SetList> = {
  method: 'GET',
  path: ({ offset }) => `/api/curated?offset=${offset}`,
}

export const extendPromotion: Endpoint<{ id: string; expires_in_days: number }, Expiry> = {
  method: 'PUT',
  path: ({ id }) => `/api/promo/${encodeURIComponent(id)}/expiry`,
  body: ({ expires_in_days }) => ({ expires_in_days }),
}

/** Ends the promotion at once; its figures stay. */
export const endPromotion: Endpoint<{ id: string }, void> = {
  method: 'DELETE',
  path: ({ id }) => `/api/promo/${encodeURIComponent(id)}`,
}
