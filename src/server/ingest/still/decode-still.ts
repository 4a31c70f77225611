import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { STILL_MEMORY, STILL_TIMEOUT } from '#server/ingest/limits.ts'
import { NO_NOTES, type Notes } from '#server/ingest/notes/notes.ts'
import type { ImageFacts } from '#server/ingest/probe/facts.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import { runTool, ToolFailed } from '#server/ingest/run-tool.ts'
import type { DecoderAnswer, DecoderRequest, Look } from './decoder.ts'

interface Still {
  path: string
  format: ImageFacts['format']
  signal?: AbortSignal | undefined
}

/** One at a time, so that large photographs do not add up. */
const oneAtATime = pLimit(1)

/** Reads the header, without decoding. @throws Refusal */
export async function lookAtStill({ path, format, signal }: Still): Promise<Look> {
  const answer = await ask({ task: 'look', path, format }, signal)
  if (!('look' in answer)) throw new Error('the image decoder gave no size')
  return answer.look
}

/** Reads an `.xmp` file. @throws Refusal if it is none */
export async function readSidecar(path: string, signal?: AbortSignal): Promise<Notes> {
  const answer = await ask({ task: 'notes', path }, signal)
  return 'notes' in answer ? answer.notes : NO_NOTES
}

/** Decodes to a raw RGB file of the given size: upright, sRGB, on white. @throws Refusal */
export async function decodeStill(
  { path, format, signal }: Still,
  { size, deep, to }: Pick<DecoderRequest & { task: 'decode' }, 'size' | 'deep' | 'to'>,
): Promise<void> {
  await oneAtATime(() => ask({ task: 'decode', path, format, size, deep, to }, signal))
}

/**
 * Asks the decoder in a process of its own, so that an image that breaks or exploits it reaches nothing. @throws
 * Refusal
 */
async function ask(
  request: DecoderRequest,
  signal?: AbortSignal,
): Promise<Exclude<DecoderAnswer, { problem: string }>> {
  const program = fileURLToPath(new URL('./decoder.ts', import.meta.url))
  const args = [program, JSON.stringify(request)]
  const kind = 'format' in request && request.format === 'heic' ? 'a HEIC image' : 'an image'
  try {
    const writes = request.task === 'decode' ? dirname(request.to) : undefined
    const limits = { writes, timeout: STILL_TIMEOUT, memory: STILL_MEMORY }
    const run = { program: process.execPath, args, ...limits, signal }
    // libheif prints warnings first.
    const answer = JSON.parse((await runTool(run)).trim().split('\n').at(-1) ?? '') as DecoderAnswer
    if ('problem' in answer) throw new Refusal(`not readable as ${kind}: ${answer.problem}`)
    return answer
  } catch (error) {
    if (!(error instanceof ToolFailed)) throw error
    const why = error.timedOut ? 'takes too long' : `takes more than ${STILL_MEMORY / 1024 ** 3} GB of memory`
    throw new Refusal(`decoding ${kind} of this size ${why}`, { cause: error })
  }
}
