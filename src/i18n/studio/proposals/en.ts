import type { ProposalFailure } from '#domain/studio/clip/proposal.ts'

const number = (n: number) => n.toLocaleString('en')
const clips = (n: number) => (n === 1 ? '1 clip' : `${number(n)} clips`)

export const proposalsEn = {
  title: 'Proposed texts',
  lead: (model: string) =>
    `${model} can propose titles, descriptions, keywords and a category in both languages. It is sent three frames of the film, the file’s name, folder and texts, and our most used keywords. Nothing changes until you accept it.`,
  ask: 'Propose texts',
  askAgain: 'Propose again',
  clips,
  waiting: 'The model is being asked. You can go on working.',
  ready: (n: number) => `Texts of ${clips(n)} wait for your answer. You find them in the list below.`,
  nothing: 'Nothing proposed is left to decide.',
  added: 'to add',
  instead: (text: string) => `instead of “${text}”`,
  accept: 'Accept',
  dismiss: 'Dismiss',
  acceptAll: 'Accept all',
  dismissAll: 'Dismiss all',
  left: (n: number) =>
    `${clips(n)} left as before: changed by somebody meanwhile, or gone. Please look again.`,
  notAsked: (n: number) => `${clips(n)} not sent: only drafts with a film are.`,
  failed: 'That did not work. Please try again.',
  unsaved: 'Please wait until your changes are saved.',
  today: (calls: number, most: number) => `Today: ${number(calls)} of ${number(most)} calls`,
  thisClip: 'This clip',
  tokens: (input: number, output: number) => `${number(input)} tokens read, ${number(output)} written`,
  reasons: {
    unreachable: 'The service cannot be reached.',
    slow: 'The service did not answer in time.',
    failing: 'The service fails.',
    refused: 'The service refused.',
    badAnswer: 'The service’s answer cannot be used.',
    declined: 'The model declined.',
    dayLimit: 'The calls of this day are used up. Ask again tomorrow.',
    off: 'The service or the film is gone.',
    unexpected: 'Something went wrong.',
  } satisfies Record<ProposalFailure, string> as Record<ProposalFailure, string>,
}
export type ProposalsTexts = typeof proposalsEn
