import { atom } from 'nanostores'
import { clipsByName } from '#contract/clips/clip-calls.ts'
import type { Source } from '#contract/clips/clips.ts'
import { request } from '#contract/request.ts'
import { MOST_NAMES, withoutCopyMark } from '#domain/relink/film-names.ts'
import { patiently } from '#stores/patiently.ts'
import type { FoundFile } from '#stores/uploads/read-drop.ts'
import { MOST_IN_ALL, type Problem, readProject } from './read-project.ts'

/** A file that was read, and how many names of our films it has. */
export interface ReadLine {
  file: string
  names: number
  problem?: Problem | undefined
}

/** A clip that projects use, under the name that they ask for. */
export interface FoundComp {
  asked: string
  source: Source
  /** Whether another clip has this name, too. */
  shared: boolean
  /** Whether it is the most popular of those. */
  isFirst: boolean
}

export interface Relink {
  status: 'empty' | 'reading' | 'read' | 'failed'
  /** Name of the file that is being read. */
  reading?: string
  files: readonly ReadLine[]
  comps: readonly FoundComp[]
  /** Names of no clip. */
  unknown: readonly string[]
}

export const $relink = atom<Relink>({ status: 'empty', files: [], comps: [], unknown: [] })

/** Reads project files, and asks the shop for the clips of the names in them: nothing else is sent. */
export async function readProjects(found: readonly FoundFile[], prefix: string): Promise<void> {
  if ($relink.get().status === 'reading' || found.length === 0) return
  $relink.set({ status: 'reading', files: [], comps: [], unknown: [] })
  const names = new Set<string>()
  const lines: ReadLine[] = []
  for (const { file } of found) {
    $relink.set({ ...$relink.get(), reading: file.name })
    const read = await readProject(file, prefix)
    for (const name of read.names) names.add(name)
    const isFull = names.size > MOST_IN_ALL
    const problem = isFull ? 'tooMany' : read.problem
    lines.push({ file: file.name, names: read.names.size, problem })
    if (isFull) break
  }
  try {
    const { comps, unknown } = await findComps([...names].slice(0, MOST_IN_ALL).sort())
    $relink.set({ status: 'read', files: lines, comps, unknown })
  } catch (error) {
    console.warn('The clips of a project could not be looked up', error)
    $relink.set({ status: 'failed', files: lines, comps: [], unknown: [] })
  }
}

async function findComps(asked: readonly string[]): Promise<Pick<Relink, 'comps' | 'unknown'>> {
  const spellings = [...new Set(asked.flatMap((name) => [name, withoutCopyMark(name)]))]
  const found = new Map<string, Source[]>()
  for (let at = 0; at < spellings.length; at += MOST_NAMES) {
    const names = spellings.slice(at, at + MOST_NAMES)
    const { clips } = await patiently(() => request(clipsByName, { names }))
    for (const { name, source } of clips) found.set(name, [...(found.get(name) ?? []), source])
  }
  const sourcesOf = (name: string) => found.get(name) ?? found.get(withoutCopyMark(name)) ?? []
  return {
    comps: asked.flatMap((name) =>
      sourcesOf(name).map((source, place, all) => {
        return { asked: name, source, shared: all.length > 1, isFirst: place === 0 }
      }),
    ),
    unknown: asked.filter((name) => sourcesOf(name).length === 0),
  }
}
