import { ApiError } from '#contract/request.ts'
import type { StudioClip } from '#contract/studio/clips/clip.ts'
import { studioClip } from '#contract/studio/clips/editor-calls.ts'
import { clipTexts } from '#i18n/studio/clip/texts.ts'
import { studioTexts } from '#i18n/studio/shell/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { MemberNotice } from '../../auth/MemberNotice.tsx'
import type { GridLook } from '../../grid/grid-look.ts'
import { useLoaded } from '../../loading/use-loaded.ts'
import { LoadFailed } from '../LoadFailed.tsx'
import { studioRoom } from '../studio-room.tsx'
import { Editor } from './Editor.tsx'

/** The page of one clip; its number is the end of the path. */
export const ClipRoom = studioRoom('edit', Clip)

function Clip({ look }: { look: GridLook }) {
  const id = Number(/\/clip\/(\d{1,15})\/?$/.exec(location.pathname)?.[1] ?? 0)
  const { data, status, reload } = useLoaded(() => clipOf(id))
  if (data) return data.clip ? <Editor clip={data.clip} look={look} /> : <NotFound />
  if (status === 'failed') return <LoadFailed retry={() => void reload()} />
  return (
    <div role="status">
      <span className="spinner" aria-hidden="true" />
      <span className="visually-hidden">{studioTexts(pageLocale()).loading}</span>
    </div>
  )
}

/** Without a clip if there is none of this number. @throws as requestAs() */
async function clipOf(id: number): Promise<{ clip: StudioClip | undefined }> {
  try {
    return { clip: await requestAs(studioClip, { id }) }
  } catch (error) {
    if (error instanceof ApiError && [400, 404].includes(error.status)) return { clip: undefined }
    throw error
  }
}

function NotFound() {
  const t = clipTexts(pageLocale()).notFound
  return (
    <MemberNotice title={t.title} lead={t.lead}>
      <a className="button" href={localizedLink('/studio/library')}>
        {t.back}
      </a>
    </MemberNotice>
  )
}
