import type { UploadLine } from '#contract/studio/clips/uploads.ts'
import type { UnsentFile } from '#stores/uploads/unsent-files.ts'
import { isOver, type Sending } from '#stores/uploads/upload-queue.ts'

/** One file in the list: from this tab, from the server, or both; from neither if a reload came before it was sent. */
export interface Row {
  key: string
  name: string
  folder: string
  bytes: number
  sending: Sending | undefined
  line: UploadLine | undefined
}

/** This tab's files first, then the server's uploads, newest first. */
export function rowsOf(
  sendings: readonly Sending[],
  lines: ReadonlyMap<string, UploadLine>,
  unsent: readonly UnsentFile[],
): Row[] {
  const shown = sendings.filter(({ state }) => state !== 'removed')
  const ours = new Set(shown.map(({ id }) => id))
  // Uploads whose URL was lost with the connection: they were begun again, and the server drops the first.
  const begunAnew = new Set(shown.map(({ batch, folder, file }) => placeOf(batch, folder, file.name)))
  const isLost = ({ state, batch, folder, file_name }: UploadLine) =>
    state === 'sending' && begunAnew.has(placeOf(batch, folder, file_name))
  const local = shown.map(
    (sending): Row => ({
      key: `s${sending.key}`,
      name: sending.file.name,
      folder: sending.folder,
      bytes: sending.file.size,
      sending,
      line: sending.id ? lines.get(sending.id) : undefined,
    }),
  )
  const others = [...lines.values()]
    .filter((line) => !ours.has(line.id) && !isLost(line))
    .toSorted((a, b) => (a.created < b.created ? 1 : -1))
    .map(
      (line): Row => ({
        key: line.id,
        name: line.file_name,
        folder: line.folder,
        bytes: line.bytes,
        sending: undefined,
        line,
      }),
    )
  const forgotten = unsent.map(
    (file): Row => ({
      key: `u${placeOf('', file.folder, file.name)}`,
      ...file,
      sending: undefined,
      line: undefined,
    }),
  )
  return [...local.filter((row) => !isDone(row)), ...forgotten, ...others, ...local.filter(isDone)]
}

/** Begun by an earlier page of this member, which is gone. */
export const isInterrupted = ({ sending, line }: Row, userId: number | undefined) =>
  !(sending || line) || (!sending && line?.state === 'sending' && line.user?.id === userId)

const placeOf = (batch: string | null, folder: string, name: string) => `${batch}/${folder}/${name}`

/** Whether nothing more happens to it by itself. */
function isDone({ sending, line }: Row): boolean {
  if (line && line.state !== 'sending') return line.finished !== null
  return sending !== undefined && isOver(sending) && sending.state !== 'sent'
}
