/** A promotion is for everybody and ends. A collection (curated set) is for paid members and stays. */
export const SET_KINDS = ['promotion', 'collection'] as const
export type SetKind = (typeof SET_KINDS)[number]

/** The name of each kind in URLs, file names and click labels. */
export const SET_WORDS = { promotion: 'promo', collection: 'curated' } as const
