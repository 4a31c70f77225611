import type { Source } from '#contract/clips/clips.ts'
import { clipsOfFiles, type Slot } from '#server/clips/clips-of-files.ts'
import type { Deps } from '#server/deps.ts'

const isWide = ({ width, height }: Source) => width > height
const isOfStill = ({ media }: Source) => !/\.(mp4|mov|m4v|webm|mkv|avi)$/i.test(media.original_filename)

const wide = (file: string): Slot => ({ file, suits: isWide })

/** The clips of the landing pages; `demos` and `comparison`, which is made from a still, are file names. */
export async function landingClips(
  deps: Pick<Deps, 'db'>,
  { demos, comparison }: { demos: readonly string[]; comparison: string },
) {
  const [hero, still, youtube, ads, travel, ...shown] = await clipsOfFiles(deps, [
    wide('torii-in-the-tide.mp4'),
    { file: comparison, suits: isOfStill },
    wide('momiji-temple-gate.mp4'),
    wide('tea-fields-uji.jpg'),
    wide('shinkansen-past-fuji.mp4'),
    ...demos.map((file) => ({ file })),
  ])
  const shownDemos = shown.filter((source) => source !== undefined)
  return { hero, demos: shownDemos, comparison: still, youtube, ads, travel }
}
