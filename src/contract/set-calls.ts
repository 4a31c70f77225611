import { del, get, post, put } from './call.ts'
import {
  Collection,
  CollectionChange,
  CollectionInput,
  CollectionSignQuery,
  CreatedSet,
  EndQuery,
  Expiry,
  ExpiryInput,
  Promotion,
  PromotionChange,
  PromotionInput,
  PromotionSignQuery,
  SetList,
  SetListQuery,
  SetParams,
  SetSourceParams,
  SignedOrPlayable,
} from './sets.ts'

export const promotionList = get('/api/promo', {
  does: 'All promotions, newest first.',
  may: 'admin',
  query: SetListQuery,
  answer: SetList,
})

export const createPromotion = post('/api/promo', {
  does: 'Makes a promotion.',
  may: 'admin',
  body: PromotionInput,
  answer: CreatedSet,
  status: 201,
  errors: ['badSetName', 'setNameTaken', 'badClips'],
})

export const promotion = get('/api/promo/{id}', {
  does: 'A live promotion as its page shows it.',
  may: 'anyone',
  params: SetParams,
  answer: Promotion,
  errors: ['setNotFound', 'promotionEnded'],
})

export const changePromotion = put('/api/promo/{id}', {
  does: 'Changes a promotion; absent fields stay, and so does its address.',
  may: 'admin',
  params: SetParams,
  body: PromotionChange,
  answer: CreatedSet,
  errors: ['setNotFound', 'promotionEnded', 'badSetName', 'badClips'],
})

export const endPromotion = del('/api/promo/{id}', {
  does: 'Ends a promotion at once; its figures stay, unless they are deleted.',
  may: 'admin',
  params: SetParams,
  query: EndQuery,
  errors: ['setNotFound', 'promotionEnded'],
})

export const extendPromotion = put('/api/promo/{id}/expiry', {
  does: 'Lets a promotion last some days from now; one that has ended starts again.',
  may: 'admin',
  params: SetParams,
  body: ExpiryInput,
  answer: Expiry,
  errors: ['setNotFound', 'setNameTaken'],
})

export const countPromotionView = post('/api/promo/{id}/view', {
  does: 'Counts a view of a promotion’s page.',
  may: 'anyone',
  params: SetParams,
  errors: ['setNotFound', 'promotionEnded'],
})

export const removeFromPromotion = del('/api/promo/{id}/{sourceId}', {
  does: 'Takes a clip out of a promotion.',
  may: 'admin',
  params: SetSourceParams,
  errors: ['setNotFound', 'promotionEnded', 'mediaNotFound'],
})

export const playFromPromotion = get('/api/promo/{id}/{sourceId}/video', {
  does: 'Leads a player to the full film of a live promotion’s clip.',
  may: 'anyone',
  params: SetSourceParams,
  redirects: true,
  errors: ['crossSite', 'forbidden', 'setNotFound', 'promotionEnded', 'mediaNotFound'],
})

export const signPromotionMedia = get('/api/media-sign-promo', {
  does: 'A link that saves a clip of a live promotion, for members, or that plays it, for everybody.',
  may: 'anyone',
  query: PromotionSignQuery,
  answer: SignedOrPlayable,
  errors: ['signInRequired', 'tokenInvalid', 'setNotFound', 'promotionEnded', 'mediaNotFound'],
  changes: true,
})

export const collectionList = get('/api/curated', {
  does: 'All curated sets, newest first.',
  may: 'admin',
  query: SetListQuery,
  answer: SetList,
})

export const createCollection = post('/api/curated', {
  does: 'Makes a curated set.',
  may: 'paid',
  body: CollectionInput,
  answer: CreatedSet,
  status: 201,
  errors: ['badSetName', 'setNameTaken', 'badClips'],
})

export const collection = get('/api/curated/{id}', {
  does: 'A curated set as its page shows it.',
  may: 'anyone',
  params: SetParams,
  answer: Collection,
  errors: ['setNotFound'],
})

export const changeCollection = put('/api/curated/{id}', {
  does: 'Changes a curated set, for its maker and the admin; absent fields stay, and so does its address.',
  may: 'paid',
  params: SetParams,
  body: CollectionChange,
  answer: CreatedSet,
  errors: ['forbidden', 'setNotFound', 'badSetName', 'badClips'],
})

export const deleteCollection = del('/api/curated/{id}', {
  does: 'Deletes a curated set with its figures, for its maker and the admin.',
  may: 'member',
  params: SetParams,
  errors: ['forbidden', 'setNotFound'],
})

export const countCollectionView = post('/api/curated/{id}/view', {
  does: 'Counts a view of a curated set’s page.',
  may: 'anyone',
  params: SetParams,
  errors: ['setNotFound'],
})

export const removeFromCollection = del('/api/curated/{id}/{sourceId}', {
  does: 'Takes a clip out of a curated set, for its maker and the admin.',
  may: 'member',
  params: SetSourceParams,
  errors: ['forbidden', 'setNotFound', 'mediaNotFound'],
})

export const signCollectionMedia = get('/api/media-sign-curated', {
  does: 'A link that saves or plays a clip of a curated set.',
  may: 'paid',
  query: CollectionSignQuery,
  answer: SignedOrPlayable,
  errors: ['setNotFound', 'mediaNotFound'],
  changes: true,
})

export const ownSetList = get('/api/user/sets', {
  does: 'The caller’s sets of both kinds, newest first; for the admin all sets.',
  may: 'member',
  query: SetListQuery,
  answer: SetList,
})
