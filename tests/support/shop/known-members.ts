/** Users of the browser tests, made by start-shop.ts. Free members register themselves. */
export const KNOWN_MEMBERS = {
  admin: { name: 'Ryo Admin', email: 'admin@example.com', password: 'kawa-no-nagare-1' },
  pro: { name: 'Hana Pro', email: 'pro@example.com', password: 'kawa-no-nagare-2' },
  earlyAdopter: { name: 'Ken Early', email: 'early@example.com', password: 'kawa-no-nagare-3' },
  editor: { name: 'Sora Editor', email: 'editor@example.com', password: 'kawa-no-nagare-5' },
  /** Cancels once. */
  leaver: { name: 'Mio Leaver', email: 'leaver@example.com', password: 'kawa-no-nagare-4' },
} as const

/** Key for early testers. */
export const KNOWN_TESTER_KEY = 'keyofthetesters2'
