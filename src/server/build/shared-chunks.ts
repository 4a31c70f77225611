import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

/** The islands of every page, below src/islands. */
export const SHELL = ['auth/AuthShell', 'shell/CategoryBar', 'shell/SearchBox']

const FILES = SHELL.map((island) => fileURLToPath(new URL(`../../islands/${island}.tsx`, import.meta.url)))

/** Chunks for what every page needs: two files pack better than twenty, and come in fewer requests. */
export const SHARED_CHUNKS: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|nanostores|@nanostores|@astrojs)\// },
  { name: (id, graph) => (shellParts(graph).has(id) ? 'shell' : null) },
]

/** What the shell imports, directly or not. */
function shellParts(graph: Rolldown.ChunkingContext): Set<string> {
  const parts = new Set(FILES)
  for (const part of parts)
    for (const id of graph.getModuleInfo(part)?.importedIds ?? []) if (!id.includes('?')) parts.add(id)
  for (const island of FILES) parts.delete(island)
  return parts
}
