import type { MailProblem, SetupStep } from '#contract/shop/setup.ts'

export const setupEn = {
  title: 'Set up your shop',
  lead: 'Give the shop a name and make your account. All of it can be changed later.',
  code: 'Code',
  codeHint: 'The server’s log has it. It opens this page once, within an hour.',
  codeWrong: (left: number) =>
    left === 0
      ? 'That is not the code, and it was tried too often. Please print a new one: nagare setup code.'
      : `That is not the code. ${left === 1 ? 'One try is' : `${left} tries are`} left.`,
  codeOver:
    'This code has expired or was used. Print a new one with “nagare setup code”, or start the server again.',
  shop: 'Name of the shop',
  languages: 'Languages of the shop',
  shown: { both: 'English and Japanese', en: 'Only English', ja: 'Only Japanese' },
  you: 'Your account',
  name: 'Your name',
  submit: 'Open the shop',
  busy: 'Opening…',
  failedBecause: (reason: string) => `The shop could not be set up. ${reason}`,
  doneTitle: 'The shop is set up already',
  done: 'Somebody else was faster, or it was done before. Sign in to go on.',
  toStudio: 'Go to the studio',
  toDo: 'Still to do',
  toDoLead: 'What you do here can wait: what is left is listed in the studio.',
  step: (at: number, of: number) => `Step ${at} of ${of}`,
  later: 'Later',
  notNeeded: 'Not needed',
  notNeededOf: (step: string) => `Not needed: ${step}`,
  next: 'Go on',
  ready: 'Your shop is open',
  readyLead: 'The studio has everything else.',
  saved: 'This is how the shop looks now.',
  failed: 'That did not work. Please try again.',
  steps: {
    look: {
      title: 'Choose the look',
      lead: 'Colour, paper, corners and type. Logo and words are in the room Shop.',
      act: 'Use this look',
    },
    factor: {
      title: 'Protect the studio',
      lead: 'Add a passkey or an authenticator app. From then on the studio asks every admin and editor for one.',
    },
    mail: {
      title: 'Try the mails',
      lead: 'Members need mails to confirm their address and to choose a new password.',
      act: 'Send me a test mail',
    },
    stripe: {
      title: 'Sell memberships',
      lead: 'With a key of Stripe (STRIPE_SECRET_KEY) one button sets up the rest.',
      act: 'Set up Stripe',
    },
    files: {
      title: 'Add your first files',
      lead: 'Drop films and photographs, or a whole folder. Each becomes a draft that you publish.',
      act: 'Add files',
    },
  } satisfies Record<SetupStep, { title: string; lead: string; act?: string }>,
  mailSent: (to: string) => `The mail server took a mail to ${to}. Please look whether it has arrived.`,
  mailSaid: (detail: string) => `The mail server said: ${detail}`,
  mailProblems: {
    kept: 'SMTP_URL is not set, so mails are kept as files and reach nobody. Set SMTP_URL and MAIL_FROM in the server’s settings, and start it again.',
    unreachable:
      'The mail server does not answer. Check host and port in SMTP_URL, and whether this machine may connect to it.',
    signIn: 'The mail server does not accept name and password. Check them in SMTP_URL.',
    tls: 'There is no encrypted connection to the mail server. Check its certificate, or smtps:// and the port in SMTP_URL.',
    sender:
      'The mail server does not take this mail. Check MAIL_FROM: it must be an address that you may send from.',
    other: 'The mail was not sent.',
  } satisfies Record<MailProblem, string>,
}
export type SetupTexts = typeof setupEn
