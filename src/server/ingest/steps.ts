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

/** A finished step: the folder with its files, and what was learnt in making them. */
export interface Finished<T> {
  folder: string
  facts: T
}

/**
 * Does a step once. It works in a folder of its own, which gets the step's name only when everything is in it; so a
 * killed run leaves either a whole step, which the next run takes over, or rubbish, which it never looks at.
 */
export async function finishStep<T>(
  work: string,
  name: string,
  make: (folder: string) => Promise<T>,
): Promise<Finished<T>> {
  const folder = join(work, name)
  const before = await finished<T>(folder)
  if (before) return before
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

async function finished<T>(folder: string): Promise<Finished<T> | undefined> {
  const file = join(folder, FACTS)
  return existsSync(file) ? { folder, facts: JSON.parse(await readFile(file, 'utf8')) as T } : undefined
}
