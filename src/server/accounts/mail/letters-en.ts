import type { AccountLetters } from './write-account-mail.ts'

const hoursText = (hours: number) => (hours === 1 ? 'one hour' : `${hours} hours`)

const timeText = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

export const english: AccountLetters = {
  verifyEmail: ({ site, url, hours }) => ({
    subject: `Confirm your email address for ${site}`,
    before: [`Thank you for signing up for ${site}.`, 'Please confirm that this email address is yours:'],
    link: { label: 'Confirm email address', url },
    after: [
      `The link works once, within ${hoursText(hours)}.`,
      'If you did not sign up, you can ignore this email.',
    ],
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
      'If it was not you, you can ignore this email: your password stays as it is.',
    ],
  }),
  passwordChanged: ({ site, url, at }) => ({
    subject: `Your ${site} password was changed`,
    before: [
      `The password of your ${site} account was changed on ${timeText.format(at)} UTC. Devices that were signed in before have been signed out.`,
      'If this was you, there is nothing to do. If it was not, set a new password right away:',
    ],
    link: { label: 'Set a new password', url },
    after: [],
  }),
}
