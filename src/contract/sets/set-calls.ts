import * as z from 'zod/mini'
import { admin, anyone, member, paid } from '../call.ts'
import { PageQuery, wholeNumber } from '../clips/clips.ts'
import { MediaSignQuery, SignedMedia } from '../clips/downloads.ts'
import * as sets from './sets.ts'

/** The name in any spelling that gives the same `id`. */
const SetParams = z.object({ id: z.string() })
const source = wholeNumber(Number.MAX_SAFE_INTEGER)
const ofPromotion = { example: { id: 'autumn' }, params: SetParams } as const
const ofCollection = { example: { id: 'kyoto' }, params: SetParams } as const
const SetSourceParams = z.extend(SetParams, { sourceId: source })

/** `attachment` saves the film and gives a licence, `inline` only plays it. */
const disposition = z._default(z.optional(z.enum(['attachment', 'inline'])), 'attachment')
const SetSignQuery = z.extend(MediaSignQuery, { source, disposition })
const SignedOrPlayable = z.union([SignedMedia, sets.PlayableMedia])

export const promotionList = admin.get('/api/promo', {
  does: 'All promotions, newest first.',
  query: PageQuery,
  answer: sets.SetList,
})

export const createPromotion = admin.post('/api/promo', {
  does: 'Makes a promotion.',
  more: 'It lasts 1 to 90 days, 7 by default.',
  example: { promo_name: 'Rainy nights', source_ids: [7, 8], expires_in_days: 14 },
  body: sets.PromotionInput,
  answer: sets.CreatedSet,
  status: 201,
  errors: ['badSetName', 'setNameTaken', 'badClips'],
})

export const promotion = anyone.get('/api/promo/{id}', {
  does: 'A live promotion as its page shows it.',
  more: 'One that has ended answers 410 `PROMOTION_ENDED`.',
  ...ofPromotion,
  answer: sets.Promotion,
  errors: ['setNotFound', 'promotionEnded'],
})

export const changePromotion = admin.put('/api/promo/{id}', {
  does: 'Changes a promotion; absent fields stay, and so does its address.',
  example: { id: 'autumn', added_ids: [9] },
  params: SetParams,
  body: sets.PromotionChange,
  answer: sets.CreatedSet,
  errors: ['setNotFound', 'promotionEnded', 'badSetName', 'badClips', 'setFull'],
})

export const endPromotion = admin.del('/api/promo/{id}', {
  does: 'Ends a promotion at once; its figures stay, unless they are deleted.',
  ...ofPromotion,
  query: z.object({ figures: z.optional(z.literal('delete')) }),
  errors: ['setNotFound', 'promotionEnded'],
})

export const extendPromotion = admin.put('/api/promo/{id}/expiry', {
  does: 'Lets a promotion last some days from now; one that has ended starts again.',
  example: { id: 'autumn', expires_in_days: 30 },
  params: SetParams,
  body: z.object({ expires_in_days: sets.days }),
  answer: sets.Expiry,
  errors: ['setNotFound', 'setNameTaken'],
})

export const countPromotionView = anyone.post('/api/promo/{id}/view', {
  does: 'Counts a view of a promotion’s page.',
  ...ofPromotion,
  errors: ['setNotFound', 'promotionEnded'],
})

export const removeFromPromotion = admin.del('/api/promo/{id}/{sourceId}', {
  does: 'Takes a clip out of a promotion.',
  example: { id: 'autumn', sourceId: 8 },
  params: SetSourceParams,
  errors: ['setNotFound', 'promotionEnded', 'mediaNotFound'],
})

export const playFromPromotion = anyone.get('/api/promo/{id}/{sourceId}/video', {
  does: 'Leads a player to the full film of a live promotion’s clip.',
  example: { id: 'autumn', sourceId: 7 },
  scope: 'download',
  params: SetSourceParams,
  redirects: true,
  errors: ['crossSite', 'forbidden', 'setNotFound', 'promotionEnded', 'mediaNotFound'],
})

export const signPromotionMedia = anyone.get('/api/media-sign-promo', {
  does: 'A link that saves a clip of a live promotion, for members, or that plays it, for everybody.',
  example: { filepath: 'full/0123456789abcdef0123456789abcdef.mp4', promo: 'autumn', source: 7 },
  scope: 'download',
  query: z.extend(SetSignQuery, { promo: z.string() }),
  answer: SignedOrPlayable,
  errors: ['signInRequired', 'tokenInvalid', 'setNotFound', 'promotionEnded', 'mediaNotFound'],
  changes: true,
})

export const collectionList = admin.get('/api/curated', {
  does: 'All curated sets, newest first.',
  query: PageQuery,
  answer: sets.SetList,
})

export const createCollection = paid.post('/api/curated', {
  does: 'Makes a curated set.',
  example: { curated_name: 'Lanterns', source_ids: [7, 8] },
  scope: 'manage',
  body: sets.CollectionInput,
  answer: sets.CreatedSet,
  status: 201,
  errors: ['badSetName', 'setNameTaken', 'badClips'],
})

export const collection = anyone.get('/api/curated/{id}', {
  does: 'A curated set as its page shows it.',
  ...ofCollection,
  answer: sets.Collection,
  errors: ['setNotFound'],
})

export const changeCollection = paid.put('/api/curated/{id}', {
  does: 'Changes a curated set, for its maker and the admin; absent fields stay, and so does its address.',
  example: { id: 'kyoto', description: 'Temples and rain.' },
  scope: 'manage',
  params: SetParams,
  body: sets.CollectionChange,
  answer: sets.CreatedSet,
  errors: ['forbidden', 'setNotFound', 'badSetName', 'badClips', 'setFull'],
})

export const deleteCollection = member.del('/api/curated/{id}', {
  does: 'Deletes a curated set with its figures, for its maker and the admin.',
  ...ofCollection,
  scope: 'manage',
  errors: ['forbidden', 'setNotFound'],
})

export const countCollectionView = anyone.post('/api/curated/{id}/view', {
  does: 'Counts a view of a curated set’s page.',
  ...ofCollection,
  errors: ['setNotFound'],
})

export const removeFromCollection = member.del('/api/curated/{id}/{sourceId}', {
  does: 'Takes a clip out of a curated set, for its maker and the admin.',
  example: { id: 'kyoto', sourceId: 8 },
  scope: 'manage',
  params: SetSourceParams,
  errors: ['forbidden', 'setNotFound', 'mediaNotFound'],
})

export const signCollectionMedia = paid.get('/api/media-sign-curated', {
  does: 'A link that saves or plays a clip of a curated set.',
  example: { filepath: 'full/0123456789abcdef0123456789abcdef.mp4', curated: 'kyoto', source: 7 },
  scope: 'download',
  query: z.extend(SetSignQuery, { curated: z.string() }),
  answer: SignedOrPlayable,
  errors: ['setNotFound', 'mediaNotFound'],
  changes: true,
})

export const ownSetList = member.get('/api/user/sets', {
  does: 'The caller’s sets of both kinds, newest first; for the admin all sets.',
  scope: 'read',
  query: PageQuery,
  answer: sets.SetList,
})
