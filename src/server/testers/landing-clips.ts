import type { Source } from '#contract/clips.ts'
import { clipsOfFiles, type Slot } from '#server/clips/clips-of-files.ts'
import type { Deps } from '#server/deps.ts'

export interface LandingClips {
  hero: Source | undefined
  demos: Source[]
  /** A clip made from a still. */
  comparison: Source | undefined
  youtube: Source | undefined
  ads: Source | undefined
  travel: Source | undefined
}

const isWide = ({ width, height }: Source) => width > height
const isOfStill = ({ media }: Source) => !/\.(mp4|mov|m4v|webm|mkv|avi)$/i.test(media.original_filename)

const wide = (file: string): Slot => ({ file, suits: isWide })

/** The clips of the landing pages; `demos` and `comparison` are file names. */
export async function landingClips(
  deps: Pick<Deps, 'db'>,
  { demos, comparison }: { demos: readonly string[]; comparison: string },
): Promise<LandingClips> {
  const [hero, still, youtube, ads, travel, ...shown] = await clipsOfFiles(deps, [
    wide('torii-in-the-tide.mp4'),
    { file: comparison, suits: isOfStill },
    wide('momiji-temple-gate.mp4'),
    wide('tea-fields-uji.jpg'),
    wide('shinkansen-past-fuji.mp4'),
    ...demos.map((file) => ({ file })),
  ])
  return {
    hero,
    demos: shown.filter((source) => source !== undefined),
    comparison: still,
    youtube,
    ads,
    travel,
  }
}
