/** A draft has never been seen by visitors; a hidden clip is no longer. */
export const LIBRARY_STATES = ['draft', 'published', 'hidden'] as const
export type LibraryState = (typeof LIBRARY_STATES)[number]
