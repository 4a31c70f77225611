/** Visitors have never seen a draft; a hidden clip they no longer see. */
export const LIBRARY_STATES = ['draft', 'published', 'hidden'] as const
export type LibraryState = (typeof LIBRARY_STATES)[number]
