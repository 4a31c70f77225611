import type { CollectionEntry } from 'astro:content'

/** The texts of a landing page. */
export type LandingWords = CollectionEntry<'landing'>['data']
