/** US dollars that one clip counts for in a promotion's headline. */
const WORTH_PER_CLIP = 70

/** What the clips of a promotion are worth together, in US dollars. */
export function clipWorth(clips: number): number {
  return WORTH_PER_CLIP * clips
}
