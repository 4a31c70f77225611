import type { BulkInput, BulkPreview } from '#contract/studio/clips/library.ts'
import { type BulkChange, type BulkColumns, outcomeOf } from '#domain/studio/library/bulk-change.ts'
import { inParts } from '#server/db/in-parts.ts'
import type { Deps } from '#server/deps.ts'
import { NEW_CLIP_POPULARITY } from '../clip-rows.ts'
import { bulkClips, type StoredClip } from './bulk-clips.ts'
import { checkChange } from './operations.ts'

/** Read per step, so that visitors are answered in between. */
const READ_AT_ONCE = 500
const ROWS_SHOWN = 20

/** Previews a change; writes nothing. @throws as startBulk() */
export async function previewBulk(deps: Pick<Deps, 'db' | 'now'>, input: BulkInput): Promise<BulkPreview> {
  await checkChange(deps, input)
  const { change } = input
  const ids = [...new Set(input.ids)]
  const preview: BulkPreview = { changed: 0, unchanged: 0, refused: {}, rows: [] }
  for (const part of inParts(ids, READ_AT_ONCE)) {
    const clips = await bulkClips(deps.db, part)
    for (const id of part) addRow(preview, { id, clip: clips.get(id), change, at: deps.now().toISOString() })
    await new Promise(setImmediate)
  }
  return preview
}

interface Case {
  id: number
  clip: StoredClip | undefined
  change: BulkChange
  at: string
}

function addRow(preview: BulkPreview, { id, clip, change, at }: Case): void {
  if (!clip) {
    preview.refused.gone = (preview.refused.gone ?? 0) + 1
    return
  }
  const outcome =
    change.kind === 'delete' ? { to: {} } : outcomeOf(change, clip, { at, popularity: NEW_CLIP_POPULARITY })
  if (!outcome) {
    preview.unchanged++
    return
  }
  const refused = 'refused' in outcome ? outcome.refused : undefined
  if (refused) preview.refused[refused] = (preview.refused[refused] ?? 0) + 1
  else preview.changed++
  if (preview.rows.length >= ROWS_SHOWN) return
  const after = 'to' in outcome ? { ...clip, ...outcome.to } : clip
  const [from, to] = [shown(change, clip), change.kind === 'delete' ? null : shown(change, after)]
  const { title, title_ja } = clip
  preview.rows.push({ id, title, title_ja, before: from, after: to, ...(refused && { refused }) })
}

/** The texts that a change affects. */
function shown(change: BulkChange, clip: BulkColumns): string | string[] | null {
  switch (change.kind) {
    case 'keywords':
      return change.language === 'ja' ? clip.keywords_ja : clip.keywords
    case 'creator':
      return clip.user_name
    case 'ai':
      return clip.ai === null ? null : String(clip.ai)
    case 'schedule':
      return clip.publish_at
    case 'publish':
    case 'hide':
    case 'trash':
    case 'restore':
    case 'delete':
      return clip.trashed_at === null ? clip.state : 'trashed'
    default:
      return clip[change.kind]
  }
}
