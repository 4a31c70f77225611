/** A promotion is for everybody and ends; a collection (a curated set) stays, and is for paid members. */
export type SetKind = 'promotion' | 'collection'

/** What addresses, file names and counted clicks call each kind. */
export const SET_WORDS = { promotion: 'promo', collection: 'curated' } as const
