import { hash } from 'node:crypto'
import { extname } from 'node:path'
import {
  type ClipFile,
  CROP_RATIOS,
  type FilmForm,
  fileNameOf,
  KINDS,
  type MadeKind,
} from '#domain/clips/file-kinds.ts'
import type { Db } from '#server/db/schema.ts'

/** Raise it when the same film should give other bytes, so that files get new names. */
const FILES_VERSION = 1

/** What decides the files of a published clip. */
export interface ClipForm extends FilmForm {
  id: number
  file_name: string
  cloudpath: string
  content_hash: string
  crop_x: number
  crop_y: number
}

/** The form of the clip with this id, or with this full film; undefined if no visitor sees it. */
export async function findForm(
  db: Db,
  { id, cloudpath }: { id?: number; cloudpath?: string },
): Promise<ClipForm | undefined> {
  const row = await db
    .selectFrom('medias')
    .innerJoin('sources', 'sources.id', 'medias.source_id')
    .select(['sources.id', 'sources.content_hash', 'medias.file_name', 'cloudpath', 'master'])
    .select(['medias.width', 'medias.height', 'duration', 'frame_rate', 'byte_size as bytes'])
    .select(['crop_x', 'crop_y'])
    .$if(id !== undefined, (clip) => clip.where('sources.id', '=', id!))
    .$if(cloudpath !== undefined, (clip) => clip.where('cloudpath', '=', cloudpath!))
    .executeTakeFirst()
  return row && { ...row, master: row.master === null ? null : JSON.parse(row.master) }
}

export interface WantedFile extends ClipFile {
  kind: MadeKind
  /** The film's name, with the kind's end. */
  file_name: string
  key: string
  /** What decides it besides film and kind. */
  params: string
}

/** One file of a clip; undefined if the clip has none of this kind. */
export function wantedFile(clip: ClipForm, kind: MadeKind): WantedFile | undefined {
  const file = KINDS[kind].file(clip)
  if (!file) return undefined
  const params = kind in CROP_RATIOS ? `${clip.crop_x},${clip.crop_y}` : ''
  const file_name = fileNameOf(kind, clip.file_name, clip)
  const source = KINDS[kind].from === 'film' || !clip.master ? '' : clip.content_hash
  const name = hash('sha256', [FILES_VERSION, clip.cloudpath, source, kind, params].join('\0')).slice(0, 32)
  return { ...file, kind, file_name, params, key: `made/${name}${extname(file_name)}` }
}
