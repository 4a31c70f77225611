import { z } from 'zod'
import type { ProposalFailure } from '#domain/studio/clip/proposal.ts'
import type { ModelConfig } from '#server/config/model-config.ts'
import { errorText } from '#server/jobs/error-text.ts'
import { RetryLater } from '#server/jobs/retry-later.ts'

const TIMEOUT_MS = 60_000
/** Bytes of an answer. */
const LARGEST = 256 * 1024
const LONGEST_WAIT_SECONDS = 3600
const FINAL: readonly ProposalFailure[] = ['refused', 'declined', 'dayLimit', 'off']

/** What the model wrote, and the tokens that it read and wrote. */
interface Completion {
  content: string
  input: number
  output: number
}

/** The service that proposes texts. Its key stays in here. */
export interface TextModel extends Pick<ModelConfig, 'name' | 'callsPerDay' | 'price'> {
  /** One chat completion. @throws ModelFailed, or the signal's reason */
  complete(request: object, signal: AbortSignal): Promise<Completion>
}

/** Why there is no proposal; `detail` is English, without secrets. */
export class ModelFailed extends RetryLater {
  override name = 'ModelFailed'
  readonly code: ProposalFailure
  readonly detail: string
  /** Whether the same request would fail again. */
  readonly isFinal: boolean

  constructor(code: ProposalFailure, detail = '', seconds = 0) {
    super(`${code} ${detail}`.trim(), Math.min(seconds, LONGEST_WAIT_SECONDS))
    this.code = code
    this.detail = detail
    this.isFinal = FINAL.includes(code)
  }
}

/** Sends nothing yet. */
export function openModel(config: ModelConfig, timeoutMs = TIMEOUT_MS): TextModel {
  const { name, callsPerDay, price } = config
  return {
    ...{ name, callsPerDay, price },
    async complete(request, signal) {
      const late = AbortSignal.timeout(timeoutMs)
      try {
        return await ask(config, { model: name, ...request }, AbortSignal.any([signal, late]))
      } catch (error) {
        if (error instanceof ModelFailed) throw error
        signal.throwIfAborted()
        if (late.aborted) throw new ModelFailed('slow', `no answer in ${timeoutMs / 1000} s`)
        const cause = (error as Error).cause as NodeJS.ErrnoException | undefined
        throw new ModelFailed('unreachable', errorText(cause?.code ?? cause ?? error, 200))
      }
    },
  }
}

async function ask({ url, key }: ModelConfig, request: object, signal: AbortSignal): Promise<Completion> {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(request),
    // The key and the frames go to this address only.
    redirect: 'manual',
    signal,
  })
  const text = await shortText(response)
  if (response.status !== 200) throw failureOf(response, text, key)
  if (!/^application\/json\b/i.test(response.headers.get('content-type') ?? ''))
    throw new ModelFailed('badAnswer', 'it is no JSON')
  return completionOf(text)
}

/** @throws ModelFailed for a body that is too large */
async function shortText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop closes the connection.
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > LARGEST) throw new ModelFailed('badAnswer', `it is larger than ${LARGEST} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const Failure = z.object({ error: z.object({ message: z.string() }) })

function failureOf({ status, headers }: Response, text: string, key = ''): ModelFailed {
  const said = Failure.safeParse(jsonOf(text)).data?.error.message ?? ''
  // Services tell which key was wrong, or a part of it.
  const harmless = key === '' ? said : said.replaceAll(key, '…').replace(/\b(?:sk|key)-\S+/g, '…')
  const mayPass = status === 408 || status === 429 || status >= 500
  const seconds = Number(headers.get('retry-after')) || 0
  return new ModelFailed(
    mayPass ? 'failing' : 'refused',
    errorText(`${status} ${harmless}`, 200).trim(),
    seconds,
  )
}

const tokens = z.int().nonnegative().max(1e9).catch(0)
const message = z.object({ content: z.string().nullish(), refusal: z.string().nullish() })
const Answer = z.object({
  choices: z.array(z.object({ message })).min(1),
  usage: z
    .object({ prompt_tokens: tokens, completion_tokens: tokens })
    .catch({ prompt_tokens: 0, completion_tokens: 0 }),
})

function completionOf(text: string): Completion {
  const answer = Answer.safeParse(jsonOf(text)).data
  if (!answer) throw new ModelFailed('badAnswer', 'it is no chat completion')
  const { content, refusal } = answer.choices[0]!.message
  if (refusal) throw new ModelFailed('declined', errorText(refusal, 200))
  const { prompt_tokens: input, completion_tokens: output } = answer.usage
  return { content: content ?? '', input, output }
}

/** Undefined for what is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
