import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { localePath } from '#domain/address/locale-path.ts'
import { mayHaveFullFilm } from '#domain/membership/membership.ts'
import { formatBytes } from '#domain/text/format-bytes.ts'
import { relinkTexts } from '#i18n/relink/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { $relink, type FoundComp, type Relink, readProjects } from '#stores/relink/relink.ts'
import { useAuth } from '../auth/use-auth.ts'
import { DropPlace } from '../drop/DropPlace.tsx'
import type { DownloadTexts } from '../player/download-clip.ts'
import { weightOf } from '../sets/BulkPanel.tsx'
import { setClipOf } from '../sets/set-clip.ts'
import { ZipButton } from '../sets/ZipButton.tsx'

export interface RelinkPageProps {
  /** What the names of all saved films begin with. */
  prefix: string
  siteName: string
  downloadTexts: DownloadTexts
}

/** Reads project files, shows the clips in them, and packs their full films. */
export function RelinkPage(props: RelinkPageProps) {
  const t = relinkTexts(pageLocale())
  const relink = useStore($relink)
  const { status, files, comps, unknown } = relink
  return (
    <div className="relink-room">
      <DropPlace
        lead={t.drop}
        dropNow={t.drop}
        choose={t.chooseFiles}
        chooseFolder={t.chooseFolder}
        onFiles={(found) => void readProjects(found, props.prefix)}
      >
        {t.formats} {t.privacy}
      </DropPlace>
      <div role="status">
        {status === 'reading' && <p>{t.reading(relink.reading ?? '')}</p>}
        {status === 'failed' && <p>{t.failed}</p>}
        {status === 'read' && comps.length + unknown.length === 0 && <p>{t.none}</p>}
      </div>
      {comps.length > 0 && <Comps key={files.map(({ file }) => file).join()} comps={comps} {...props} />}
      {unknown.length > 0 && <Names title={t.unknownTitle} names={unknown} />}
      {files.length > 0 && <Names title={t.filesTitle} names={[...new Set(files.map(lineOf))]} />}
    </div>
  )
}

const SHOWN = 200

function Names({ title, names }: { title: string; names: readonly string[] }) {
  return (
    <details>
      <summary>
        {title} ({names.length})
      </summary>
      <ul className="relink-files">
        {names.slice(0, SHOWN).map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  )
}

function lineOf({ file, names, problem }: Relink['files'][number]): string {
  const t = relinkTexts(pageLocale())
  return `${file}: ${names > 0 ? t.inFile(names) : t.noneIn}${problem ? ` (${t.problem[problem]})` : ''}`
}

const keyOf = ({ asked, source }: FoundComp) => `${source.id} ${asked}`

function Comps({ comps, siteName, downloadTexts }: RelinkPageProps & { comps: readonly FoundComp[] }) {
  const locale = pageLocale()
  const t = relinkTexts(locale)
  const right = mayHaveFullFilm(useAuth())
  const [ticked, setTicked] = useState(() => new Set(comps.filter(({ isFirst }) => isFirst).map(keyOf)))
  const wanted = comps
    .filter((comp) => ticked.has(keyOf(comp)))
    .map(({ asked, source }) => ({ ...setClipOf(source, locale), saveAs: asked }))

  function tick(key: string) {
    const next = new Set(ticked)
    if (!next.delete(key)) next.add(key)
    setTicked(next)
  }

  return (
    <>
      <h2>{t.compsTitle(comps.length)}</h2>
      <ul className="relink-comps">
        {comps.map((comp) => (
          <li key={keyOf(comp)}>
            <Comp comp={comp} ticked={ticked.has(keyOf(comp))} onTick={() => tick(keyOf(comp))} />
          </li>
        ))}
      </ul>
      {right !== 'yes' && (
        <p>
          {right === 'signIn' ? t.signIn : t.needsMembership}{' '}
          <a href={localePath(locale, '/pricing')}>{t.seePlans}</a>
        </p>
      )}
      <ZipButton
        {...{ siteName, downloadTexts }}
        set={{ kind: 'relink', id: 'relink', name: t.title }}
        clips={wanted}
        papers={[{ name: 'relink.txt', input: `${t.how.join('\r\n')}\r\n` }]}
      >
        {t.download(wanted.length, formatBytes(weightOf(wanted), locale))}
      </ZipButton>
    </>
  )
}

function Comp({ comp, ticked, onTick }: { comp: FoundComp; ticked: boolean; onTick: () => void }) {
  const locale = pageLocale()
  const t = relinkTexts(locale)
  const { source, asked, shared } = comp
  return (
    <label className="relink-comp">
      <input type="checkbox" checked={ticked} onChange={onTick} />
      <img src={source.media.thumbnail_url} alt="" loading="lazy" />
      <span>
        <a href={localePath(locale, `/m/${source.id}`)}>
          {(locale === 'ja' && source.title_ja) || source.title}
        </a>
        <small>
          {t.asked} {asked}
        </small>
        {source.license_type === 'editorial' && <small>{t.editorial}</small>}
        {shared && <small>{t.shared}</small>}
      </span>
    </label>
  )
}
