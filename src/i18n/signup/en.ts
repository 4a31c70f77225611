import type { Template } from '../template.ts'

export const signupEn = {
  errorTitle: 'Error',
  successTitle: 'Success!',
  invalidUrl: 'Error: The url is invalid. Please reach out.',
  soldOutTitle: 'All spots are taken',
  soldOut: 'The last spot has just gone to somebody else. The plans have every clip, too.',
  plans: 'See the plans',
  tooMany: 'Too many attempts. Please try again in {wait}.' as Template<'wait'>,
  subscription: {
    title: 'You have a subscription',
    lead: 'Early testers have every clip for free, for life. Your subscription would go on beside it and renew on {date}. If you end it now, nothing more is charged.' as Template<'date'>,
    leadWithoutDate:
      'Early testers have every clip for free, for life. Your subscription would go on beside it. If you end it now, nothing more is charged.',
    end: 'End it and join',
    keep: 'Join and keep it',
    back: 'Back',
    busy: 'Joining…',
    stays:
      'You are an early tester now, but your subscription could not be ended. Please cancel it on your account page.',
  },
  failed: 'Failed to upgrade to early adopter. Please reach out.',
  done: (site: string) => `You're now signed up for ${site} early tester. Start browsing for downloads!`,
  play: (title: string) => `Play: ${title}`,
  pause: (title: string) => `Pause: ${title}`,
  withoutScript: 'Joining needs JavaScript. Please turn it on in your browser.',
}

export type SignupTexts = typeof signupEn
