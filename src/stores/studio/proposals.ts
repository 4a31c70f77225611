import { atom } from 'nanostores'
import type { DecideInput, Proposal, Proposals } from '#contract/studio/proposals.ts'
import { askProposals, decideProposals, listProposals } from '#contract/studio/proposals-calls.ts'
import { requestAs } from '../auth/authorised.ts'

/** What a model proposes; undefined until it is loaded. */
export const $proposals = atom<Proposals | undefined>()

/** Milliseconds between two looks while clips wait for their texts. */
const EVERY = 3000

let wanted: { clip?: number } = {}

/** Loads the proposals of a clip, or the latest, and follows those that wait until the returned function is called. */
export function followProposals(clip?: number): () => void {
  wanted = clip === undefined ? {} : { clip }
  void look()
  const timer = setInterval(() => {
    const isWaiting = $proposals.get()?.proposals.some(({ state }) => state === 'waiting')
    if (document.visibilityState === 'visible' && isWaiting !== false) void look()
  }, EVERY)
  return () => clearInterval(timer)
}

async function look(): Promise<void> {
  try {
    $proposals.set(await requestAs(listProposals, wanted))
  } catch (error) {
    // The next look may succeed, and people can work without it.
    console.warn('The proposals could not be loaded', error)
  }
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
  decision: Pick<DecideInput, 'accept'> & Partial<Pick<DecideInput, 'fields'>>,
): Promise<number> {
  const clips = proposals.map(({ clip: id, version }) => ({ id, version }))
  const { left } = await requestAs(decideProposals, { ...decision, clips })
  await look()
  return left.length
}
