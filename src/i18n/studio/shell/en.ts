import type { StudioRoom } from '#domain/studio/studio-rooms.ts'

interface RoomTexts {
  name: string
  /** One sentence below the heading. */
  lead: string
}

export const shellEn = {
  studio: 'Studio',
  rooms: 'Rooms of the studio',
  signedOut: {
    title: 'Please log in',
    lead: 'The studio is for the people who run this site.',
    logIn: 'Log in',
  },
  notForYou: {
    title: 'This room is not for you, sorry',
    edit: 'The studio is for the admin and the editors of this site.',
    admin: 'Only the admin of this site may enter this room.',
    back: 'Back to the site',
  },
  factorMissing: {
    title: 'One more step before the studio',
    lead: 'Here a password alone is not enough. Set up a passkey (fingerprint, face or PIN) or an authenticator app. It takes a minute.',
    setUp: 'Set up two-step sign-in',
  },
  loading: 'Loading…',
  failed: 'This could not be loaded.',
  retry: 'Try again',
  more: 'Show more',
  names: {
    overview: { name: 'Overview', lead: 'How the shop is doing, and what waits for you.' },
    uploads: { name: 'Uploads', lead: 'Bring in footage and see it become clips.' },
    library: { name: 'Library', lead: 'Every clip: drafts, published and hidden.' },
    categories: { name: 'Categories', lead: 'Their names, their order, and what becomes of old ones.' },
    sets: { name: 'Sets', lead: 'How the sets are doing, and how long promotions last.' },
    members: { name: 'Members', lead: 'Who they are, and what their membership rests on.' },
    testers: { name: 'Testers', lead: 'Keys of early testers, and who used them.' },
    demand: { name: 'Demand', lead: 'What people search for, and what the library has for them.' },
    prices: { name: 'Prices', lead: 'What the plans cost in each currency, and what members pay.' },
    shop: { name: 'Shop', lead: 'Its name, look and words. Visitors see a change once it is published.' },
    webhooks: { name: 'Webhooks', lead: 'Programs of yours that are told what happens here.' },
    health: {
      name: 'Health',
      lead: 'Whether everything works that the shop needs, and what to do where it does not.',
    },
    log: { name: 'Log', lead: 'Who did what, and when.' },
    privacy: { name: 'Privacy', lead: 'What is kept about people, why, and how long.' },
  } satisfies Record<StudioRoom, RoomTexts> as Record<StudioRoom, RoomTexts>,
}
export type ShellTexts = typeof shellEn
