import { map } from 'nanostores'
import type { UploadLine, UploadsEvent } from '#contract/studio/clips/uploads.ts'
import { uploadList } from '#contract/studio/clips/uploads-calls.ts'
import { requestAs } from '../auth/authorised.ts'
import { followStudio } from '../studio/live-events.ts'

interface Lines {
  status: 'loading' | 'ready' | 'failed'
  byId: ReadonlyMap<string, UploadLine>
}

/** The server's uploads, by id. */
export const $uploadLines = map<Lines>({ status: 'loading', byId: new Map() })

let readAt: string | undefined

/** Loads the uploads and follows their changes until the returned function is called. */
export function followUploads(): () => void {
  void loadLines()
  const stop = followStudio({
    onEvent: (name, data) => {
      if (name === 'uploads') putLines((data as UploadsEvent).uploads)
    },
    onPoll: () => void loadLines(),
  })
  document.addEventListener('visibilitychange', readAgain)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', readAgain)
  }
}

/** Clips may have been published in another tab, which changes no upload. */
function readAgain(): void {
  if (document.visibilityState !== 'visible') return
  readAt = undefined
  void loadLines()
}

/** Reads the changes since the last time. */
export async function loadLines(): Promise<void> {
  try {
    const { uploads, at } = await requestAs(uploadList, readAt ? { after: readAt } : {})
    readAt = at
    putLines(uploads)
    $uploadLines.setKey('status', 'ready')
  } catch (error) {
    console.warn('The uploads could not be loaded', error)
    if ($uploadLines.get().status !== 'ready') $uploadLines.setKey('status', 'failed')
  }
}

export function putLines(lines: readonly UploadLine[]): void {
  const byId = new Map($uploadLines.get().byId)
  for (const line of lines) byId.set(line.id, line)
  $uploadLines.setKey('byId', byId)
}

export function dropLine(id: string): void {
  const byId = new Map($uploadLines.get().byId)
  byId.delete(id)
  $uploadLines.setKey('byId', byId)
}
