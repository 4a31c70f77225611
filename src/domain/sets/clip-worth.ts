/** US dollars per clip in a promotion's headline. */
const WORTH_PER_CLIP = 70

/** Worth of a promotion's clips in US dollars. */
export function clipWorth(clips: number): number {
  return WORTH_PER_CLIP * clips
}
