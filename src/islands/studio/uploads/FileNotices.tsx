import type { ReactNode } from 'react'
import { uploadsTexts } from '#i18n/studio/uploads/texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { clearOver, removeSending, type Sending, wantSmall } from '#stores/uploads/upload-queue.ts'
import { Button, QuietButton } from '../../auth/buttons.tsx'

interface FileNoticeProps {
  title: string
  lead?: string
  files: readonly { key: string | number; name: string; about: ReactNode }[]
  /** Buttons. */
  children: ReactNode
}

const MOST_NAMED = 10

/** Says something of several files, above the list. */
export function FileNotice({ title, lead, files, children }: FileNoticeProps) {
  const t = uploadsTexts(pageLocale())
  if (files.length === 0) return null
  return (
    <section className="panel file-notice" role="alert">
      <h2>{title}</h2>
      {lead && <p>{lead}</p>}
      <ul>
        {files.slice(0, MOST_NAMED).map(({ key, name, about }) => (
          <li key={key}>
            <b>{name}</b> {about}
          </li>
        ))}
      </ul>
      {files.length > MOST_NAMED && <p className="panel-note">{t.more(files.length - MOST_NAMED)}</p>}
      <div className="panel-actions">{children}</div>
    </section>
  )
}

/** Small photographs wait until the editor says that clips of them are wanted. */
export function SmallPhotos({ sendings }: { sendings: readonly Sending[] }) {
  const t = uploadsTexts(pageLocale())
  const small = sendings.filter(({ state }) => state === 'asking')
  const leaveOut = () => {
    for (const { key } of small) removeSending(key)
  }
  return (
    <FileNotice
      title={t.smallPhotos(small.length)}
      lead={t.smallLead}
      files={small.map(({ key, file, small: size }) => ({
        key,
        name: file.name,
        about: size && `${size.width} × ${size.height}`,
      }))}
    >
      <Button onClick={wantSmall}>{t.useSmall}</Button>
      <QuietButton onClick={leaveOut}>{t.leaveSmall}</QuietButton>
    </FileNotice>
  )
}

interface KnownFilesProps {
  sendings: readonly Sending[]
  /** The clip whose file should be replaced. */
  replaces: number | undefined
}

/** Files that the library has already, with their clips. */
export function KnownFiles({ sendings, replaces }: KnownFilesProps) {
  const t = uploadsTexts(pageLocale())
  const known = sendings.filter(({ state }) => state === 'known')
  return (
    <FileNotice
      title={t.known(known.length)}
      lead={replaces === undefined ? t.knownLead : t.knownReplace(replaces)}
      files={known.map(({ key, file, clip }) => ({
        key,
        name: file.name,
        about: <a href={localizedLink(`/studio/clip/${clip}`)}>{t.clip(clip!)}</a>,
      }))}
    >
      <QuietButton onClick={() => clearOver(({ state }) => state === 'known')}>{t.dismiss}</QuietButton>
    </FileNotice>
  )
}
