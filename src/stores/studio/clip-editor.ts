import { atom, type ReadableAtom } from 'nanostores'
import { ApiError } from '#contract/request.ts'
import type { ClipFields, ConflictAnswer, StudioClip } from '#contract/studio/clips/clip.ts'
import { clipVersion, editClip, studioClip } from '#contract/studio/clips/editor-calls.ts'
import { isSame, mergeEdits } from '#domain/studio/clip/merge-edits.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { EditHistory } from './edit-history.ts'
import { storedEdits, storeEdits } from './unsaved-edits.ts'

/** The fields of the form; a draft's publication time has its own dialog. */
export type EditFields = Omit<ClipFields, 'publish_at'>
export type EditField = keyof EditFields
type Edits = Partial<EditFields>

/**
 * `asking`: a conflict is open; `waiting`: the server is unreachable; `refused`: it rejects an edit; `gone`: the clip
 * was deleted.
 */
export type SaveStatus = 'saved' | 'saving' | 'asking' | 'waiting' | 'refused' | 'gone'

export interface EditorView {
  clip: StudioClip
  fields: EditFields
  status: SaveStatus
  /** Why an edit was refused: a status of the API. */
  refusal: string
  /** The field with the refused value; undefined if unknown. */
  refusedField: EditField | undefined
  /** Fields that somebody else changed at the same time. */
  conflicts: readonly EditField[]
  /** Fields that somebody else changed most recently. */
  changedByOthers: readonly EditField[]
  canUndo: boolean
  canRedo: boolean
}

export interface ClipEditor {
  $view: ReadableAtom<EditorView>
  change(edits: Edits): void
  undo(): void
  redo(): void
  /** Resolves a conflict: saves my value, or keeps theirs. */
  resolve(field: EditField, keep: 'mine' | 'theirs'): void
  /** Saves at once. Returns whether everything is saved. */
  save(): Promise<boolean>
  /** Takes over the clip from another call's answer; `mine`: undo takes its changes back. */
  take(clip: StudioClip, whose?: 'mine'): void
  /** Checks whether somebody else has changed the clip. */
  look(): Promise<void>
  close(): void
}

/** Milliseconds after the last key until edits are sent. */
const PAUSE = 600
/** Milliseconds until the next try if the server is unreachable. */
const RETRY = 5000
/** Milliseconds that a notice of others' changes stays. */
const HIGHLIGHT_MS = 20_000

/** A clip being edited: saves each edit by itself, and takes over others' changes. */
export function openClipEditor(opened: StudioClip, now = () => Date.now()): ClipEditor {
  const { id } = opened
  const history = new EditHistory<EditFields>()
  let saved = opened
  let edits: Edits = {}
  let conflicts: EditField[] = []
  let changedByOthers: EditField[] = []
  let status: SaveStatus = 'saved'
  let refusal = ''
  let refusedField: EditField | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let notice: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined

  const kept = storedEdits<EditFields>(id)
  if (kept) {
    const present = fieldsOf(saved)
    ;({ edits, conflicts } = mergeEdits({ ...present, ...kept.base }, kept.edits, present))
  }
  const $view = atom(view())
  if (kept) show()
  if (sendable()) schedule(0)

  function view(): EditorView {
    const fields = { ...fieldsOf(saved), ...edits }
    const { canUndo, canRedo } = history
    const shown = status === 'saved' && conflicts.length > 0 ? 'asking' : status
    return {
      clip: saved,
      fields,
      status: shown,
      refusal,
      refusedField,
      conflicts,
      changedByOthers,
      canUndo,
      canRedo,
    }
  }

  function show(): void {
    storeEdits(id, { base: pick(fieldsOf(saved), Object.keys(edits) as EditField[]), edits })
    $view.set(view())
  }

  /** The edits without an open conflict. */
  function sendable(): Edits | undefined {
    const fields = (Object.keys(edits) as EditField[]).filter((field) => !conflicts.includes(field))
    return fields.length > 0 ? pick(edits, fields) : undefined
  }

  function schedule(after: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), after)
  }

  function put(values: Edits): void {
    const stored = fieldsOf(saved)
    edits = { ...edits, ...values }
    for (const field of Object.keys(values) as EditField[])
      if (isSame(edits[field], stored[field]) && !running) delete edits[field]
    if (status !== 'gone') status = sendable() ? 'saving' : 'saved'
    refusal = ''
    show()
    if (status === 'saving') schedule(PAUSE)
  }

  async function save(): Promise<boolean> {
    clearTimeout(timer)
    while (running) await running
    if (status === 'gone') return false
    const sent = sendable()
    if (sent) {
      running = send(sent)
      await running
    } else if (status !== 'refused') {
      status = 'saved'
      show()
    }
    if (status === 'saving' && sendable()) return save()
    return Object.keys(edits).length === 0
  }

  async function send(sent: Edits): Promise<void> {
    status = 'saving'
    show()
    try {
      accept(await requestAs(editClip, { ...sent, id, version: saved.version }), sent)
    } catch (error) {
      fail(error)
    } finally {
      running = undefined
      show()
    }
  }

  function accept(answer: StudioClip, sent: Edits): void {
    saved = answer
    for (const field of Object.keys(sent) as EditField[])
      if (isSame(edits[field], sent[field])) delete edits[field]
    status = sendable() ? 'saving' : 'saved'
  }

  function fail(error: unknown): void {
    const answer = error instanceof ApiError ? error : undefined
    if (answer?.answer.status === 'VERSION_CONFLICT') {
      rebase((answer.answer as unknown as ConflictAnswer).clip)
      status = sendable() ? 'saving' : 'saved'
    } else if (answer?.status === 404 && answer.answer.status === 'MEDIA_NOT_FOUND') status = 'gone'
    else if (answer && answer.status < 500 && answer.status !== 429) {
      status = 'refused'
      refusal = answer.answer.status
      refusedField = fieldIn(answer.answer.message, fieldsOf(saved))
    } else {
      status = 'waiting'
      schedule(RETRY)
    }
  }

  /** Puts my edits on top of the present clip. */
  function rebase(present: StudioClip): void {
    const [before, after] = [fieldsOf(saved), fieldsOf(present)]
    const merged = mergeEdits(before, edits, after)
    const changed = (Object.keys(after) as EditField[]).filter(
      (field) => !isSame(before[field], after[field]),
    )
    history.forget(changed)
    edits = merged.edits
    conflicts = [...new Set([...conflicts, ...merged.conflicts])].filter((field) => field in edits)
    if (changed.length > 0) highlight(changed)
    saved = present
  }

  function highlight(changed: EditField[]): void {
    changedByOthers = changed
    clearTimeout(notice)
    notice = setTimeout(() => {
      changedByOthers = []
      show()
    }, HIGHLIGHT_MS)
  }

  return {
    $view,
    save,
    change(values) {
      const before = pick({ ...fieldsOf(saved), ...edits }, Object.keys(values) as EditField[])
      history.note(before, values, now())
      put(values)
    },
    undo() {
      const values = history.undo()
      if (values) put(values)
    },
    redo() {
      const values = history.redo()
      if (values) put(values)
    },
    resolve(field, keep) {
      conflicts = conflicts.filter((other) => other !== field)
      if (keep === 'theirs') delete edits[field]
      put({})
    },
    take(clip, whose) {
      const [before, highlighted] = [fieldsOf(saved), changedByOthers]
      if (clip.version >= saved.version) rebase(clip)
      const after = fieldsOf(saved)
      const changed = FIELDS.filter((field) => !isSame(before[field], after[field]))
      if (whose === 'mine' && changed.length > 0) {
        changedByOthers = highlighted
        history.note(pick(before, changed), pick(after, changed), now())
      }
      show()
    },
    async look() {
      if (running || status === 'gone') return
      try {
        const { version } = await requestAs(clipVersion, { id })
        if (version <= saved.version || running) return
        const present = await requestAs(studioClip, { id })
        if (present.version > saved.version) rebase(present)
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) return
        status = 'gone'
      }
      show()
    },
    close() {
      clearTimeout(timer)
      clearTimeout(notice)
    },
  }
}

const ALL: Record<EditField, true> = {
  ...{ title: true, title_ja: true, description: true, description_ja: true },
  ...{ keywords: true, keywords_ja: true, category: true, license: true, license_type: true },
  ...{ user_name: true, source: true, source_url: true, date_created: true },
  ...{ source_url_image: true, still_license: true, still_license_url: true, modifier_date: true },
  ...{ modifier_model: true, modifier_company: true, ai: true, poster_at: true, preview_at: true },
  ...{ crop_x: true, crop_y: true },
}
const FIELDS = Object.keys(ALL) as EditField[]

const fieldsOf = (clip: StudioClip) => pick(clip, FIELDS) as EditFields

function pick<Values extends object, Field extends keyof Values>(
  values: Values,
  fields: readonly Field[],
): Pick<Values, Field> {
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as Pick<Values, Field>
}

/** The server names a request's first bad value: `(title: …)`. */
function fieldIn(message: string, fields: EditFields): EditField | undefined {
  const name = /\((\w+)[.:]/.exec(message)?.[1]
  return (Object.keys(fields) as EditField[]).find((field) => field === name)
}
