import { z } from 'zod'
import type { ModelPrice } from '#contract/studio/proposals.ts'
import type { ProposalFailure } from '#domain/studio/proposal.ts'
import type { ModelConfig } from '#server/config/model-config.ts'
import { errorText } from '#server/jobs/error-text.ts'
import { RetryLater } from '#server/jobs/retry-later.ts'

const TIMEOUT_MS = 60_000
/** Bytes of an answer. */
const LARGEST = 256 * 1024
const LONGEST_WAIT_SECONDS = 3600

/** The service that proposes texts. Its key stays in here. */
export interface TextModel {
  name: string
  callsPerDay: number
  price?: ModelPrice | undefined
  /** One chat completion. @throws ModelFailed, or the signal's reason */
  complete(request: object, signal: AbortSignal): Promise<Completion>
}

export interface Completion {
  /** What the model wrote. */
  content: string
  input: number
  output: number
}

/** Why there is no proposal; `detail` is English, without secrets. */
export class ModelFailed extends RetryLater {
  override name = 'ModelFailed'
  readonly code: ProposalFailure
  readonly detail: string
  /** Whether the same request may succeed later. */
  readonly mayPass: boolean

  constructor(
    code: ProposalFailure,
    detail = '',
    { mayPass = true, seconds = 0, ...more }: FailedOptions = {},
  ) {
    super(`${code} ${detail}`.trim(), Math.min(seconds, LONGEST_WAIT_SECONDS), more)
    this.code = code
    this.detail = detail
    this.mayPass = mayPass
  }
}

interface FailedOptions extends ErrorOptions {
  mayPass?: boolean
  seconds?: number
}

/** Sends nothing yet. */
export function openModel(config: ModelConfig, timeoutMs = TIMEOUT_MS): TextModel {
  const { name, callsPerDay, price } = config
  return {
    ...{ name, callsPerDay, price },
    async complete(request, signal) {
      const late = AbortSignal.timeout(timeoutMs)
      try {
        const until = AbortSignal.any([signal, late])
        return await ask(config, { model: name, ...request }, until)
      } catch (error) {
        if (error instanceof ModelFailed) throw error
        signal.throwIfAborted()
        if (late.aborted) throw new ModelFailed('slow', `no answer in ${timeoutMs / 1000} s`)
        throw new ModelFailed('unreachable', String((error as NodeJS.ErrnoException)?.code ?? ''))
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
  if (response.status !== 200) throw refusalOf(response, text, key)
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

const Refusal = z.object({ error: z.object({ message: z.string() }) })

function refusalOf({ status, headers }: Response, text: string, key = ''): ModelFailed {
  const said = Refusal.safeParse(jsonOf(text)).data?.error.message ?? ''
  // Services tell which key was wrong.
  const harmless = key === '' ? said : said.replaceAll(key, '…').replace(/\b(?:sk|key)-\S+/g, '…')
  const mayPass = status === 408 || status === 429 || status >= 500
  const seconds = Number(headers.get('retry-after')) || 0
  return new ModelFailed('status', errorText(`${status} ${harmless}`, 200).trim(), { mayPass, seconds })
}

const tokens = z.int().nonnegative().max(1e9).catch(0)
const Usage = z.object({ prompt_tokens: tokens, completion_tokens: tokens })
const Answer = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }) }))
    .min(1),
  usage: Usage.catch({ prompt_tokens: 0, completion_tokens: 0 }),
})

function completionOf(text: string): Completion {
  const answer = Answer.safeParse(jsonOf(text)).data
  if (!answer) throw new ModelFailed('badAnswer', 'it is no chat completion')
  const { content, refusal } = answer.choices[0]!.message
  if (refusal) throw new ModelFailed('declined', errorText(refusal, 200), { mayPass: false })
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
