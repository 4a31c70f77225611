import { atom } from 'nanostores'
import type { DecideInput, Proposal, Proposals } from '#contract/studio/clips/proposals.ts'
import { askProposals, decideProposals, listProposals } from '#contract/studio/clips/proposals-calls.ts'
import { requestAs } from '../auth/authorised.ts'
import { proposesTexts } from './studio-settings.ts'

/** What a model proposes; undefined until it is loaded, and without a model. */
export const $proposals = atom<Proposals | undefined>()

/** Milliseconds between two looks while clips wait for their texts. */
const EVERY = 3000
/** Clips of one decision. */
const AT_ONCE = 50

let wanted: { clip?: number } = {}

/** Loads the proposals of a clip, or the latest, and follows those that wait until the returned function is called. */
export function followProposals(clip?: number): (() => void) | undefined {
  if (!proposesTexts()) return undefined
  wanted = clip === undefined ? {} : { clip }
  void look()
  const timer = setInterval(() => {
    const known = $proposals.get()
    const isWaiting = !known || known.proposals.some(({ state }) => state === 'waiting')
    if (isWaiting && document.visibilityState === 'visible') void look()
  }, EVERY)
  return () => clearInterval(timer)
}

async function look(): Promise<void> {
  // Without an answer people go on, and the next look may succeed.
  const answer = await requestAs(listProposals, wanted).catch((error) => console.warn('No proposals', error))
  if (answer) $proposals.set(answer)
}

/** Has the model asked. Returns how many clips are not sent. @throws as requestAs() */
export async function askFor(clips: readonly number[]): Promise<number> {
  const { left } = await requestAs(askProposals, { clips: [...clips] })
  await look()
  return left.length
}

/** Accepts or dismisses what is proposed for clips. Returns how many are left as they were. @throws as requestAs() */
export async function decideOn(
  proposals: readonly Proposal[],
  decision: Omit<Partial<DecideInput>, 'clips'> & { accept: boolean },
): Promise<number> {
  const clips = proposals.map(({ clip: id, version }) => ({ id, version }))
  let left = 0
  for (let done = 0; done < clips.length; done += AT_ONCE) {
    const some = clips.slice(done, done + AT_ONCE)
    left += (await requestAs(decideProposals, { ...decision, clips: some })).left.length
  }
  await look()
  return left
}
