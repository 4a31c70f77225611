import type { ClipFiles } from '#contract/clips/downloads.ts'
import { AppError } from '#contract/errors.ts'
import { FILE_KINDS, type FileKind, KINDS } from '#domain/clips/file-kinds.ts'
import type { Deps } from '#server/deps.ts'
import { type ClipForm, findForm, wantedFile } from './wanted-file.ts'

type Entry = ClipFiles['files'][number]

/** The files of a clip and what is known of them. @throws AppError('mediaNotFound') */
export async function listFiles({ db }: Pick<Deps, 'db'>, id: number): Promise<ClipFiles> {
  const clip = await findForm(db, { id })
  if (!clip) throw new AppError('mediaNotFound')
  const made = await db
    .selectFrom('renditions')
    .select(['storage_key', 'state', 'width', 'height', 'bytes'])
    .where('source_id', '=', id)
    .execute()
  const known = new Map(made.map(({ storage_key, ...row }) => [storage_key, row]))
  return { files: FILE_KINDS.flatMap((kind) => entryOf(clip, kind, known) ?? []) }
}

type Known = ReadonlyMap<string, Pick<Entry, 'state' | 'width' | 'height' | 'bytes'>>

function entryOf(clip: ClipForm, kind: FileKind, made: Known): Entry | undefined {
  const plans = [...KINDS[kind].plans]
  if (kind === 'film') {
    const { file_name, width, height, duration, bytes } = clip
    return { kind, file_name, width, height, duration, bytes, state: 'ready', plans }
  }
  const wanted = wantedFile(clip, kind)
  if (!wanted) return undefined
  const { key, file_name, width, height, duration, bytes } = wanted
  return { kind, file_name, width, height, duration, bytes, state: 'unmade', plans, ...made.get(key) }
}
