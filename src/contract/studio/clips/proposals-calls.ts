import { editor } from '../../call.ts'
import { AskInput, ClipsLeft, DecideInput, Proposals, ProposalsQuery } from './proposals.ts'

export const listProposals = editor.get('/api/studio/proposals', {
  does: 'Texts that a model proposes for clips, and what that has cost today.',
  example: { clip: 10 },
  query: ProposalsQuery,
  answer: Proposals,
  errors: ['notFound'],
})

export const askProposals = editor.post('/api/studio/proposals', {
  does: 'Has a model propose texts for drafts: sends it three frames and the clip’s texts. `left` are no drafts, or not rendered.',
  example: { clips: [10] },
  body: AskInput,
  answer: ClipsLeft,
  errors: ['notFound'],
})

export const decideProposals = editor.post('/api/studio/proposals/decide', {
  does: 'Accepts what is proposed, which edits the clips, or dismisses it. `left` have changed since they were seen, or are gone.',
  example: { clips: [{ id: 10, version: 1 }], accept: true },
  body: DecideInput,
  answer: ClipsLeft,
})
