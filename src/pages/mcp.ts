import { wordsOf } from '#components/words-of.ts'
import { answerAgents } from '#server/agents/answer-agents.ts'
import { handlersWith } from '#server/api/handlers.ts'

/** Where agents find, judge and license clips. No tool draws a certificate. */
export const POST = answerAgents(
  handlersWith(() => Promise.reject(new Error('no tool draws certificates'))),
  ({ site }) => wordsOf(site, 'licence', 'en'),
)
