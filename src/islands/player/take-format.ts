import { clipFiles, signMedia } from '#contract/clips/download-calls.ts'
import { ApiError, request } from '#contract/request.ts'
import { FILE_KINDS, type FileKind } from '#domain/clips/file-kinds.ts'
import { formatsTexts } from '#i18n/formats/texts.ts'
import { $auth } from '#stores/auth/auth.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { $makingFormat } from '#stores/download/kept-formats.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { type DownloadableClip, type DownloadTexts, downloadFilm } from './download-clip.ts'

const ASK_MS = 3000

interface Taking {
  clip: DownloadableClip
  texts: DownloadTexts
  /** Gets what to tell while the file is made, and an empty text afterwards. */
  onStatus: (text: string) => void
}

/** Like downloadClip(), for a kind of file, which may have to be made first. A reload goes on waiting. */
export function takeFormat({ clip, texts, onStatus }: Taking, kind: FileKind): Promise<void> {
  const t = formatsTexts(pageLocale())
  const sign = async () => {
    try {
      for (;;) {
        const signed = await signedUnlessMade(clip, kind)
        if (signed) return signed
        $makingFormat.set(`${clip.id} ${kind}`)
        onStatus(t.making(t.kinds[kind]))
        await made(clip.id, kind)
      }
    } finally {
      $makingFormat.set('')
      onStatus('')
    }
  }
  return downloadFilm({ id: clip.id, paidOnly: true, sign }, { ...texts, failed: t.failed })
}

/** Waits again for what was being made when the page was left. */
export function resumeFormat(taking: Taking): void {
  const wanted = $makingFormat.get().split(' ')[1]
  const kind = FILE_KINDS.find((each) => each === wanted)
  if (kind && $auth.get()) void takeFormat(taking, kind)
}

/** Undefined while it is being made; then the answer has no link. */
async function signedUnlessMade({ cloudpath: filepath }: DownloadableClip, kind: FileKind) {
  const answer = await requestAs(signMedia, { filepath, kind })
  return 'url' in answer ? answer : undefined
}

/** Resolves when a file is no longer being made. @throws if it has failed, or the clip is gone */
async function made(id: number, kind: FileKind): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, ASK_MS))
    try {
      const { files } = await request(clipFiles, { id })
      const state = files.find((file) => file.kind === kind)?.state
      if (state !== 'making' && state !== 'failed') return
      if (state === 'failed') break
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw error
      console.warn('The state of a file could not be read', error)
    }
  }
  throw new Error('the file could not be made')
}
