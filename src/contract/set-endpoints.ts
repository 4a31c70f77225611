import type { SignedMedia } from './downloads.ts'
import { del, get, post, put } from './request.ts'
import type {
  Collection,
  CollectionChange,
  CollectionInput,
  CreatedSet,
  Expiry,
  PromotionChange,
  PromotionInput,
  SetList,
} from './sets.ts'

/** A clip of a set for the sign calls. `filepath`: its `cloudpath`; `set`: the set's `id`. */
interface SetClip {
  set: string
  source: number
  filepath: string
}

export const createPromotion = post<PromotionInput, CreatedSet>('/api/promo')

export const createCollection = post<CollectionInput, CreatedSet>('/api/curated')

/** A set as its page shows it; a promotion has an expiry, too. */
export const promotion = get<{ id: string }, Collection>(({ id }) => `/api/promo/${encodeURIComponent(id)}`)

export const collection = get<{ id: string }, Collection>(
  ({ id }) => `/api/curated/${encodeURIComponent(id)}`,
)

/** Absent fields stay, and so does the URL. */
export const changePromotion = put<{ id: string } & PromotionChange, CreatedSet>(
  ({ id }) => `/api/promo/${encodeURIComponent(id)}`,
  ({ id: _, ...change }) => change,
)

export const changeCollection = put<{ id: string } & CollectionChange, CreatedSet>(
  ({ id }) => `/api/curated/${encodeURIComponent(id)}`,
  ({ id: _, ...change }) => change,
)

/** With its figures; for its maker and the admin. */
export const deleteCollection = del<{ id: string }, void>(
  ({ id }) => `/api/curated/${encodeURIComponent(id)}`,
)

export const deletePromotion = del<{ id: string }, void>(
  ({ id }) => `/api/promo/${encodeURIComponent(id)}?figures=delete`,
)

/** The caller's sets of both kinds, newest first; for the admin all sets. */
export const ownSetList = get<{ offset: number }, SetList>(({ offset }) => `/api/user/sets?offset=${offset}`)

export const removeFromPromotion = del<{ id: string; sourceId: number }, void>(
  ({ id, sourceId }) => `/api/promo/${encodeURIComponent(id)}/${sourceId}`,
)

export const removeFromCollection = del<{ id: string; sourceId: number }, void>(
  ({ id, sourceId }) => `/api/curated/${encodeURIComponent(id)}/${sourceId}`,
)

const signPath = (call: 'promo' | 'curated', { set, source, filepath }: SetClip) =>
  `/api/media-sign-${call}?filepath=${encodeURIComponent(filepath)}&${call}=${encodeURIComponent(set)}&source=${source}`

/** A link that saves a clip of a live promotion, for any member. */
export const signPromotionMedia = get<SetClip, SignedMedia>((clip) => signPath('promo', clip))

/** A link that saves a clip of a curated set, for paid members. */
export const signCollectionMedia = get<SetClip, SignedMedia>((clip) => signPath('curated', clip))

/** Counts a view of a promotion's page. */
export const countPromotionView = post<{ id: string }, void>(
  ({ id }) => `/api/promo/${encodeURIComponent(id)}/view`,
)

export const countCollectionView = post<{ id: string }, void>(
  ({ id }) => `/api/curated/${encodeURIComponent(id)}/view`,
)

/** All promotions, newest first; admin only. */
export const promotionList = get<{ offset: number }, SetList>(({ offset }) => `/api/promo?offset=${offset}`)

export const collectionList = get<{ offset: number }, SetList>(
  ({ offset }) => `/api/curated?offset=${offset}`,
)

export const extendPromotion = put<{ id: string; expires_in_days: number }, Expiry>(
  ({ id }) => `/api/promo/${encodeURIComponent(id)}/expiry`,
  ({ expires_in_days }) => ({ expires_in_days }),
)

/** Ends the promotion at once; its figures stay. */
export const endPromotion = del<{ id: string }, void>(({ id }) => `/api/promo/${encodeURIComponent(id)}`)
