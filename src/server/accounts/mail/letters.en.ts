import type { Letter } from '#server/mail/letter.ts'
import { mailTime } from '#server/mail/mail-dates.ts'
import type { FactorChange } from '#server/mail/queue-mail.ts'

/** The letters about accounts in one language. They never name the person: anyone can sign up with someone else's address. */
export interface AccountLetters {
  verifyEmail(about: { site: string; url: string; hours: number }): Letter
  /** To the new address. */
  changeEmail(about: { site: string; url: string; hours: number }): Letter
  /** To the old address; `url` leads to the operator. */
  emailChanged(about: { site: string; url: string; at: Date }): Letter
  resetPassword(about: { site: string; url: string; hours: number }): Letter
  /** `at` is the time of the change. */
  passwordChanged(about: { site: string; url: string; at: Date }): Letter
  /** `url` leads to a new password. */
  factorsChanged(about: { site: string; url: string; at: Date; change: FactorChange }): Letter
  /** `url` leads to the account page, where keys are revoked. */
  keyMade(about: { site: string; url: string; at: Date; name: string }): Letter
  keyLeaked(about: { site: string; url: string; at: Date; name: string }): Letter
  /** `url` leads to the operator. */
  accountDeleted(about: { site: string; url: string; at: Date }): Letter
}

const FACTOR_CHANGES: Record<FactorChange, string> = {
  passkeyAdded: 'A passkey was added to your account',
  passkeyRemoved: 'A passkey was removed from your account',
  appAdded: 'An authenticator app was set up for your account',
  appRemoved: 'The authenticator app was removed from your account',
  codesMade: 'New recovery codes were made for your account',
  codeUsed: 'One of your recovery codes was used',
  allRemoved: 'We removed the two-step sign-in of your account, as you asked us to',
}

const hoursText = (hours: number) => (hours === 1 ? 'one hour' : `${hours} hours`)

export const english: AccountLetters = {
  verifyEmail: ({ site, url, hours }) => ({
    subject: `Confirm your e-mail address for ${site}`,
    before: [`Thank you for signing up for ${site}.`, 'Please confirm that this e-mail address is yours:'],
    link: { label: 'Confirm e-mail address', url },
    after: [
      `The link works once, within ${hoursText(hours)}.`,
      'If you did not sign up, you can ignore this e-mail.',
    ],
  }),
  changeEmail: ({ site, url, hours }) => ({
    subject: `Confirm your new e-mail address for ${site}`,
    before: [
      `Someone, probably you, asked to use this e-mail address for a ${site} account.`,
      'From the moment you confirm it, you sign in with it and get our mails here:',
    ],
    link: { label: 'Confirm new e-mail address', url },
    after: [
      `The link works once, within ${hoursText(hours)}.`,
      'If it was not you, you can ignore this e-mail: nothing changes.',
    ],
  }),
  emailChanged: ({ site, url, at }) => ({
    subject: `The e-mail address of your ${site} account was changed`,
    before: [
      `On ${mailTime('en', at)} your ${site} account was given another e-mail address, which has been confirmed. You sign in with that one now, and no more mails come here. Other devices have been signed out.`,
      'If this was you, there is nothing to do. If it was not, please write to us right away:',
    ],
    link: { label: 'Contact us', url },
    after: [],
  }),
  resetPassword: ({ site, url, hours }) => ({
    subject: `Set a new password for ${site}`,
    before: [
      `Someone, probably you, asked to set a new password for your ${site} account.`,
      'You can set it here:',
    ],
    link: { label: 'Set a new password', url },
    after: [
      `The link works once, within ${hoursText(hours)}.`,
      'If it was not you, you can ignore this e-mail: your password stays as it is.',
    ],
  }),
  accountDeleted: ({ site, url, at }) => ({
    subject: `Your ${site} account was deleted`,
    before: [
      `Your ${site} account was deleted on ${mailTime('en', at)}, with its likes and devices.`,
      'If a subscription was running, it has ended: no more is charged. Licences stay valid and can still be checked, without your name. What you have published may stay as it is.',
      'If it was not you who deleted it, please write to us:',
    ],
    link: { label: 'Contact us', url },
    after: ['Thank you for your time with us. This is our last e-mail to you.'],
  }),
  factorsChanged: ({ site, url, at, change }) => ({
    subject: `The two-step sign-in of your ${site} account was changed`,
    before: [
      `${FACTOR_CHANGES[change]}, on ${mailTime('en', at)}.`,
      'If this was you, there is nothing to do. If it was not, set a new password right away and look through the account page:',
    ],
    link: { label: 'Set a new password', url },
    after: [],
  }),
  keyMade: ({ site, url, at, name }) => ({
    subject: `A key for programs was made for your ${site} account`,
    before: [
      `The key “${name}” was made on ${mailTime('en', at)}. Programs that have it act for you, as far as its scopes go.`,
      'If this was you, there is nothing to do. If it was not, revoke the key right away and set a new password:',
    ],
    link: { label: 'Look at the keys', url },
    after: [],
  }),
  keyLeaked: ({ site, url, at, name }) => ({
    subject: `A key of your ${site} account was revoked`,
    before: [
      `On ${mailTime('en', at)} a program sent us the key “${name}” in an address. Addresses end up in logs and histories, so we refused the request and revoked the key: nothing works with it any more.`,
      'Make a new key, and send it in the header Authorization:',
    ],
    link: { label: 'Make a new key', url },
    after: [],
  }),
  passwordChanged: ({ site, url, at }) => ({
    subject: `Your ${site} password was changed`,
    before: [
      `The password of your ${site} account was changed on ${mailTime('en', at)}. Devices that were signed in before have been signed out.`,
      'If this was you, there is nothing to do. If it was not, set a new password right away:',
    ],
    link: { label: 'Set a new password', url },
    after: [],
  }),
}
