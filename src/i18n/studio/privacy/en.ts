import type { RecordName } from '#domain/privacy/retention.ts'

interface RecordTexts {
  what: string
  why: string
  /** How long; `days` is the number that the jobs use. */
  until: (days: number) => string
}

const afterDays = (days: number) => `${days} days`
const withAccount = () => 'until the account is deleted'
const withSite = () => 'as long as the site'

export const privacyEn = {
  head: { what: 'What', why: 'Why', until: 'How long', where: 'Tables and jobs' },
  deletes: 'deleted by',
  bases: {
    contract: 'to give what people came for',
    security: 'to keep accounts safe',
    interest: 'to make the site better',
    law: 'because tax law asks for it',
  },
  records: {
    account: {
      what: 'Name, address, hash of the password, language, likes, collections with notes, tester’s spot',
      why: 'The account itself.',
      until: withAccount,
    },
    factors: {
      what: 'Passkeys, authenticator app, recovery codes',
      why: 'Signing in with a second step. Codes are hashed, the app’s key is encrypted.',
      until: () => 'until removed, or the account is deleted; unanswered questions ten minutes',
    },
    keys: {
      what: 'Keys for programs, with their names and last use',
      why: 'Letting programs act for their owner. Keys are hashed.',
      until: (days) => `until the account is deleted, or ${days} days after they are revoked or expire`,
    },
    sessions: {
      what: 'Sign-ins with the browser’s name',
      why: 'Staying signed in, and seeing where one is. Tokens are hashed.',
      until: (days) => `until signing out, or ${days} days without use; then an hour`,
    },
    devices: {
      what: 'Browsers that signed in before',
      why: 'So that strangers’ wrong passwords lock nobody out.',
      until: (days) => `${days} days after signing in`,
    },
    limits: {
      what: 'Counts of attempts, by a hash of account or network address',
      why: 'Holding off guessing and overload.',
      until: () => 'a day at most',
    },
    mails: {
      what: 'Mails on their way (address, messages of the contact form), links in mails, mails that became files',
      why: 'Sending them, and answering why one did not arrive. A mail that was sent is deleted at once.',
      until: (days) => `${days} days after they were given up, expired or written as files`,
    },
    clicks: {
      what: 'Presses of certain buttons, with the page',
      why: 'Learning what is useful. Cut off from a deleted account; clicks on results of searches go with it, and after half a year.',
      until: afterDays,
    },
    visits: {
      what: 'Hashes that tell visitors’ searches of a day apart',
      why: 'A text is kept only when three visitors searched it.',
      until: afterDays,
    },
    searches: {
      what: 'Texts that three visitors and more searched, as numbers by day',
      why: 'Learning which footage is missing. Nobody is noted.',
      until: afterDays,
    },
    licences: {
      what: 'Licences of downloads, with the name',
      why: 'A certificate can be verified as long as a film is published. The name goes with the account.',
      until: withSite,
    },
    payments: {
      what: 'Numbers, plans and dates of payments at Stripe; no cards, no names',
      why: 'Bookkeeping, and ending what was paid for a deleted account. Without the person once the account is deleted.',
      until: (days) => `${Math.floor(days / 365)} years after the account was deleted and the payment ended`,
    },
    events: {
      what: 'Stripe’s messages, without names and addresses',
      why: 'No payment is missed or counted twice.',
      until: (days) => `${days} days after they were handled`,
    },
    uploads: {
      what: 'Names of uploaded files and who sent them',
      why: 'Seeing what became of a file. Cut off from a deleted account.',
      until: (days) => `${days} days after they ended`,
    },
    changes: {
      what: 'Changes of many clips at once, and who made them',
      why: 'Taking them back.',
      until: afterDays,
    },
    testerKeys: {
      what: 'Labels of testers’ keys, as you typed them',
      why: 'Knowing whom a key is for.',
      until: (days) => `${days} days after the key was revoked`,
    },
    hooks: {
      what: 'Events sent to addresses of the room Webhooks, with numbers of accounts',
      why: 'Seeing what arrived, and sending it again.',
      until: afterDays,
    },
    sets: {
      what: 'Names and descriptions of promotions and curated sets',
      why: 'They are published pages. Cut off from a deleted account; delete a set that names somebody.',
      until: () => 'until the set is deleted',
    },
    wishes: {
      what: 'Wishes on the page Demand, with your notes, and what search is taught',
      why: 'Planning footage. Cut off from a deleted account.',
      until: () => 'until the wish or rule is deleted',
    },
    log: {
      what: 'Who did what, by the account’s number, with what operators typed',
      why: 'Nobody can hide an act, so no line is ever changed. Cut off from a deleted account.',
      until: withSite,
    },
    creators: {
      what: 'Names of clips’ creators',
      why: 'They are credited, and downloads are counted for them.',
      until: () => 'until the clip is deleted; counts and licences as long as the site',
    },
  } satisfies Record<RecordName, RecordTexts> as Record<RecordName, RecordTexts>,
  elsewhere: {
    title: 'Outside the database',
    lines: [
      'The log of requests has no search texts, and network addresses only as LOG_ADDRESSES says. It is yours to rotate.',
      'Copies in backups go as backups are replaced: keep no backup longer than you need.',
      'Stripe, the mail server and PostHog keep what they got, by their own rules.',
    ],
  },
}
export type PrivacyTexts = typeof privacyEn
