import type { Size } from '#domain/clips/film-size.ts'
import { RENDER_TIMEOUT } from '#server/ingest/limits.ts'
import { rawOutput, words } from '#server/ingest/plan/encoders.ts'
import { scaleTo } from '#server/ingest/plan/filters.ts'
import { comparedSize } from '#server/ingest/plan/plan.ts'
import { readGreyFilm } from '#server/ingest/render/grey-film.ts'
import { runTool, ToolFailed } from '#server/ingest/run-tool.ts'
import { findTools } from '#server/ingest/tools.ts'

/** The seam of a watermarked film, by its path and the full film's size; negative if it does not decode. */
export async function takeSeam(
  film: string,
  { size: full, folder, signal }: { size: Size; folder: string; signal: AbortSignal },
): Promise<number> {
  const size = comparedSize(full)
  const grey = `${folder}/grey.raw`
  const args = [
    ...words('-v error -hide_banner -nostdin -y -protocol_whitelist file -f mov -i'),
    ...[`file:${film}`, '-filter_complex', `[0:v]${scaleTo({ size, pixels: 'gray' })}[grey]`],
    ...rawOutput('[grey]', grey, 'gray'),
  ]
  try {
    const { ffmpeg } = await findTools()
    await runTool({ program: ffmpeg, args, writes: folder, timeout: RENDER_TIMEOUT, signal })
    return (await readGreyFilm(grey, size)).seam ?? -1
  } catch (error) {
    if (error instanceof ToolFailed) return -1
    throw error
  }
}
