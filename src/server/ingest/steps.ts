import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const FACTS = 'facts.json'

/** What the progress bar shows of one file. `ratio` is of the step, 0 to 1; `speed` is film time over real time. */
export interface StepProgress {
  step: 'reading' | 'poster and preview' | 'films' | 'storing'
  ratio: number
  speed?: number
}

/** Start and end of each step, as shares of a file's usual time. */
const SHARES: Record<StepProgress['step'], [number, number]> = {
  reading: [0, 0.02],
  'poster and preview': [0.02, 0.22],
  films: [0.22, 0.96],
  storing: [0.96, 1],
}

/** Finished share of a file's work, 0 to 1. */
export function shareOf({ step, ratio }: StepProgress): number {
  const [from, to] = SHARES[step]
  return from + (to - from) * ratio
}

/** The file whose lock has whoever works in a folder of `work`. A few folders share one, so that files do not pile up. */
export const lockOf = (work: string, folder: string) => join(work, '.locks', folder.slice(0, 3))

/** A step's folder of files, and its results. */
export interface Finished<T> {
  folder: string
  facts: T
}

/** Does a step once, in a temporary folder that is renamed when complete; a killed run's folder is ignored. */
export async function finishStep<T>(
  work: string,
  name: string,
  make: (folder: string) => Promise<T>,
): Promise<Finished<T>> {
  const folder = join(work, name)
  if (existsSync(join(folder, FACTS)))
    return { folder, facts: JSON.parse(await readFile(join(folder, FACTS), 'utf8')) as T }
  const draft = join(work, `${name}.${randomBytes(6).toString('hex')}`)
  await mkdir(draft, { recursive: true })
  try {
    const facts = await make(draft)
    await writeFile(join(draft, FACTS), JSON.stringify(facts))
    await rename(draft, folder)
    return { folder, facts }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}
