import type { ContactTopic } from '#contract/shop/contact.ts'

const topics: Record<ContactTopic, string> = {
  question: 'A question',
  licence: 'Licences',
  report: 'Report a clip',
  feedback: 'Feedback or a wish',
}

export const contactEn = {
  title: 'Contact',
  description: 'Ask a question, report a clip, or tell us which footage you miss.',
  lead: 'Ask us anything, tell us what is wrong with a clip, or which footage you miss. We answer by e-mail.',
  topic: 'What is it about?',
  topics,
  clip: 'Clip number',
  clipHint: 'Optional: the number in the address of its page.',
  message: 'Message',
  missed: (text: string) => `I looked for “${text}”.`,
  submit: 'Send message',
  busy: 'Sending…',
  doneTitle: 'Thank you for your message',
  done: (email: string) => `It is on its way to us. We answer to ${email}.`,
  another: 'Write another one',
  byMail: 'Or write to',
  withoutScript: 'The form needs JavaScript.',
  wrong: {
    clip: 'A clip number consists of digits.',
    message: 'The message is too long, or has characters that cannot be sent.',
  },
  failedBecause: (reason: string) => `The message could not be sent. ${reason}`,
}

export type ContactTexts = typeof contactEn
