import type { CollectionEntry } from 'astro:content'

/** Texts of a landing page. */
export type LandingWords = CollectionEntry<'landing'>['data']
