import { ApiError } from '#contract/request.ts'
import { waitWords } from '#domain/people/wait-words.ts'
import type { AuthTexts } from '#i18n/auth/texts.ts'
import { fill, type Template } from '#i18n/template.ts'
import { pageLocale } from '#stores/page-locale.ts'

/** Why a form was refused. */
export interface Refusal<Name extends string = string> {
  summary: string
  /** Texts for the wrong fields. */
  fields?: Partial<Record<Name, string>>
}

/** A refusal because of one field. */
export function fieldRefusal<Name extends string>(name: Name, text: string): Refusal<Name> {
  return { summary: text, fields: { [name]: text } as Partial<Record<Name, string>> }
}

/** All empty fields. Spaces alone count as a password, but not as a name or an address. */
export function emptyFields<Name extends string>(
  values: Record<Name, string>,
  names: readonly Name[],
  { wrong }: AuthTexts,
): Refusal<Name> | undefined {
  const fields: Partial<Record<Name, string>> = {}
  for (const name of names)
    if ((name.endsWith('password') ? values[name] : values[name].trim()) === '') fields[name] = wrong.empty
  return Object.keys(fields).length > 0 ? { summary: wrong.empty, fields } : undefined
}

interface Parsed {
  error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined
}

/**
 * The fields that a schema refuses; the toast names the first of `names`.
 * @param wrong texts by the schema's code, else by the field's name
 */
export function refusedFields<Name extends string>(
  { error }: Parsed,
  names: readonly Name[],
  wrong: Readonly<Record<string, string>>,
): Refusal<Name> | undefined {
  if (!error) return undefined
  const fields: Partial<Record<Name, string>> = {}
  for (const { path, message } of error.issues) {
    const name = names.find((each) => each === path[0])
    if (name) fields[name] ??= wrong[message] ?? wrong[name] ?? message
  }
  const first = names.find((name) => fields[name])
  return { summary: (first && fields[first]) ?? error.issues[0]?.message ?? '', fields }
}

/** Texts by the server's code. */
interface Reasons {
  offline: string
  unexpected: string
  /** Default: as offline. */
  late?: string
}

/** Text for a failed request: by the server's code, its message, or that it was unreachable. */
export function reasonOf(error: unknown, { reasons }: { reasons: Reasons }): string {
  if (error instanceof ApiError) {
    const { status, message } = error.answer
    if (!Object.hasOwn(reasons, status)) return message || reasons.unexpected
    return withWait(reasons[status as keyof Reasons]!, error)
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') return reasons.late ?? reasons.offline
  return error instanceof TypeError || error instanceof DOMException ? reasons.offline : reasons.unexpected
}

/** The server's error code; undefined without an answer. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.answer.status : undefined
}

/** Shown if the server gives no time. */
const A_WHILE = 60

/** A text for an error, with the time to wait in its `{wait}`. */
export function withWait(text: Template<'wait'>, error: unknown): string {
  const seconds = (error instanceof ApiError && error.retryAfterSeconds) || A_WHILE
  return text.includes('{wait}') ? fill(text, { wait: waitWords(seconds, pageLocale()) }) : text
}
