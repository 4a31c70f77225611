import type { ProposalFailure } from '#domain/studio/proposal.ts'

const count = (n: number, one: string, many: string) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`

export const proposalsEn = {
  title: 'Proposed texts',
  lead: (model: string) =>
    `${model} can propose titles, descriptions, keywords and a category in both languages. It is sent three frames of the film, its file name, folder and texts, and our most used keywords. Nothing changes until you accept it.`,
  ask: 'Propose texts',
  askAgain: 'Propose again',
  askDrafts: (n: number) => `Propose texts for ${count(n, 'draft', 'drafts')}`,
  waiting: 'The model is being asked. You can go on working.',
  waitingClips: (n: number) => `Waiting for texts of ${count(n, 'clip', 'clips')}.`,
  ready: (n: number) =>
    `Texts of ${count(n, 'clip', 'clips')} wait for your answer. See them below, clip by clip.`,
  nothing: 'Nothing proposed is left to decide.',
  adds: 'adds',
  instead: (text: string) => `instead of “${text}”`,
  accept: 'Accept',
  dismiss: 'Dismiss',
  acceptOf: (field: string) => `Accept: ${field}`,
  dismissOf: (field: string) => `Dismiss: ${field}`,
  acceptAll: 'Accept all',
  dismissAll: 'Dismiss all',
  acceptClips: (n: number) => `Accept all of ${count(n, 'clip', 'clips')}`,
  dismissClips: (n: number) => `Dismiss all of ${count(n, 'clip', 'clips')}`,
  proposedFor: (n: number) => `Proposed texts: ${count(n, 'field', 'fields')}`,
  accepted: 'Accepted.',
  dismissed: 'Dismissed.',
  left: (n: number) =>
    `${count(n, 'clip was', 'clips were')} left as before: changed by somebody meanwhile, or gone. Please look again.`,
  notAsked: (n: number) => `${count(n, 'clip was', 'clips were')} not sent: only drafts with a film are.`,
  failed: 'That did not work. Please try again.',
  unsaved: 'Please wait until your changes are saved.',
  today: (calls: number, most: number) =>
    `Today: ${calls.toLocaleString('en')} of ${count(most, 'call', 'calls')}`,
  tokens: (input: number, output: number) =>
    `${input.toLocaleString('en')} tokens read, ${output.toLocaleString('en')} written`,
  thisClip: 'This clip',
  reasons: {
    unreachable: 'The service cannot be reached.',
    slow: 'The service did not answer in time.',
    status: 'The service answered with an error.',
    badAnswer: 'The service’s answer cannot be used.',
    declined: 'The model declined.',
    dayLimit: 'The calls of this day are used up. Ask again tomorrow.',
    off: 'The service is no longer set up.',
    unexpected: 'Something went wrong. The log has the details.',
  } satisfies Record<ProposalFailure, string> as Record<ProposalFailure, string>,
}
export type ProposalsTexts = typeof proposalsEn
