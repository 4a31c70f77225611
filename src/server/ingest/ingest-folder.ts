import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { AppError } from '#contract/errors.ts'
import { isDiskFull } from '#server/db/database-error.ts'
import type { Deps } from '#server/deps.ts'
import { type Footage, readFolder } from './folder.ts'
import { type IngestContext, ingestFile, type Outcome } from './ingest-file.ts'
import { Refusal } from './refusal.ts'
import { type SheetReport, storedCategories } from './sheets/sheets-beside.ts'
import type { StepProgress } from './steps.ts'
import { sweep } from './sweep.ts'
import { findTools } from './tools.ts'

export interface IngestOptions {
  folder: string
  /** Unfinished work is kept in it. */
  dataDir: string
  /** Files at once; the number of cores by default. */
  concurrency?: number | undefined
  /** Whether to include subfolders; default: yes. */
  recurse?: boolean | undefined
  /** Only report what would be done. */
  dryRun?: boolean | undefined
  /** State of new clips; default: published. */
  state?: 'published' | 'draft'
  signal?: AbortSignal | undefined
  report?: IngestReport | undefined
}

/** Callbacks during the run. */
export interface IngestReport {
  begin?(files: string[], notes: Pick<IngestSummary, 'sheets' | 'warnings'>): void
  progress?(file: string, progress: StepProgress): void
  outcome?(outcome: Outcome): void
}

export interface IngestSummary {
  outcomes: Outcome[]
  /** What became of each sheet beside the files. */
  sheets: SheetReport[]
  /** Folders that cannot be read. */
  warnings: string[]
  /** The run was stopped; another run continues. */
  interrupted: boolean
}

/**
 * Ingests a folder; a later run continues unfinished work. @throws ToolMissing, AppError('storageFull') and others that
 * stop every file
 */
export async function ingestFolder(
  deps: Pick<Deps, 'db' | 'storage' | 'site' | 'now' | 'log'>,
  options: IngestOptions,
): Promise<IngestSummary> {
  const { folder, dataDir, recurse = true, dryRun = false, state, signal, report = {} } = options
  const tools = await findTools()
  const categories = await storedCategories(deps.db)
  const { footage, sheets, warnings } = await readFolder(folder, recurse, categories)
  report.begin?.(
    footage.map(({ name }) => name),
    { sheets, warnings },
  )
  const work = join(dataDir, 'work')
  const context = { deps, tools, work, dryRun, addition: { state }, signal, seen: new Map<string, string>() }
  const outcomes = await ingestFiles(context, footage, options)
  if (!dryRun && !signal?.aborted) await sweep(deps, { work })
  return { outcomes, sheets, warnings, interrupted: signal?.aborted ?? false }
}

async function ingestFiles(
  context: IngestContext,
  footage: Footage[],
  { report = {}, concurrency = availableParallelism(), signal }: IngestOptions,
): Promise<Outcome[]> {
  const limit = pLimit(concurrency)
  const ingest = async (file: Footage): Promise<Outcome[]> => {
    if (signal?.aborted) return []
    const onProgress = (progress: StepProgress) => report.progress?.(file.name, progress)
    const outcome = await ingestFile(context, file, onProgress).catch((error: unknown) =>
      signal?.aborted ? undefined : failure(file.name, error),
    )
    if (outcome) report.outcome?.(outcome)
    return outcome ? [outcome] : []
  }
  return (await Promise.all(footage.map((file) => limit(ingest, file)))).flat()
}

/** @throws AppError('storageFull'), which stops every file */
function failure(file: string, error: unknown): Outcome {
  if (error instanceof Refusal) return { file, result: 'refused', reason: error.message }
  if (error instanceof AppError && error.code === 'storageFull') throw error
  if (isDiskFull(error)) throw new AppError('storageFull', '', { cause: error })
  return { file, result: 'failed', reason: error instanceof Error ? error.message : String(error) }
}
