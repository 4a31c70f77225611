import type * as calls from '#contract/sets/set-calls.ts'
import type { Handlers } from '#server/http/endpoint/answer-call.ts'
import { bearerOf, refuseNavigation } from '#server/http/endpoint/film-redirect.ts'
import { changeSet, deleteSet, removeFromSet } from '#server/sets/change-set.ts'
import { createCollection, createPromotion } from '#server/sets/create-set.ts'
import { countSetView, getCollection, getPromotion } from '#server/sets/find-set.ts'
import { listOwnSets, listSets } from '#server/sets/list-sets.ts'
import { endPromotion, extendPromotion } from '#server/sets/promotion-expiry.ts'
import {
  downloadFromCollection,
  downloadFromPromotion,
  playFromCollection,
  playFromPromotion,
} from '#server/sets/sign-set-clip.ts'

export const sets: Handlers<typeof calls> = {
  promotionList: ({ deps }, query) => listSets(deps, { kind: 'promotion', ...query }),
  createPromotion: ({ deps, member }, input) => createPromotion(deps, member, input),
  promotion: ({ deps }, { id }) => getPromotion(deps, id),
  changePromotion: ({ deps, member }, { id, promo_name, ...change }) =>
    changeSet(deps, 'promotion', { set: id, by: member, change: { name: promo_name, ...change } }),
  endPromotion: ({ deps, member }, { id, figures }) =>
    figures === 'delete'
      ? deleteSet(deps, 'promotion', { set: id, by: member })
      : endPromotion(deps, member, id),
  extendPromotion: ({ deps, member }, { id, expires_in_days }) =>
    extendPromotion(deps, member, { name: id, days: expires_in_days }),
  countPromotionView: ({ deps, visitor }, { id }) =>
    countSetView(deps, { kind: 'promotion', name: id, address: visitor.address }),
  removeFromPromotion: ({ deps, member }, { id, sourceId }) =>
    removeFromSet(deps, 'promotion', { set: id, source: sourceId, by: member }),
  async playFromPromotion({ deps, context }, { id, sourceId }) {
    refuseNavigation(context.request)
    return (await playFromPromotion(deps, { set: id, source: sourceId })).url
  },
  async signPromotionMedia({ deps, context }, { promo, source, filepath, disposition }) {
    const member = await bearerOf(context)
    const wanted = { set: promo, source, filepath }
    return disposition === 'inline'
      ? playFromPromotion(deps, wanted)
      : downloadFromPromotion(deps, member, wanted)
  },
  collectionList: ({ deps }, query) => listSets(deps, { kind: 'collection', ...query }),
  createCollection: ({ deps, member }, input) => createCollection(deps, member, input),
  collection: ({ deps }, { id }) => getCollection(deps, id),
  changeCollection: ({ deps, member }, { id, curated_name, ...change }) =>
    changeSet(deps, 'collection', { set: id, by: member, change: { name: curated_name, ...change } }),
  deleteCollection: ({ deps, member }, { id }) => deleteSet(deps, 'collection', { set: id, by: member }),
  countCollectionView: ({ deps, visitor }, { id }) =>
    countSetView(deps, { kind: 'collection', name: id, address: visitor.address }),
  removeFromCollection: ({ deps, member }, { id, sourceId }) =>
    removeFromSet(deps, 'collection', { set: id, source: sourceId, by: member }),
  signCollectionMedia({ deps, member }, { curated, source, filepath, disposition }) {
    const sign = disposition === 'inline' ? playFromCollection : downloadFromCollection
    return sign(deps, member, { set: curated, source, filepath })
  },
  ownSetList: ({ deps, member }, query) => listOwnSets(deps, member, query),
}
