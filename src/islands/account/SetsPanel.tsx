import { useState } from 'react'
import { ownSetList } from '#contract/sets/set-calls.ts'
import type { SetLine, SetList } from '#contract/sets/sets.ts'
import type { SitePath } from '#domain/address/locale-path.ts'
import { dateText } from '#domain/dates/date-text.ts'
import { isAdmin, isPaid } from '#domain/membership/membership.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import type { AuthRecord } from '#stores/auth/auth-record.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { copyLink } from '#stores/copy-text.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { LinkButton, QuietButton } from '../auth/buttons.tsx'
import { builderOf, type SetLists } from '../studio/sets/use-set-lists.ts'
import { lateDialog } from './late-dialog.tsx'
import { Panel } from './Panel.tsx'
import { Waiting } from './Waiting.tsx'

const DeleteSetDialog = lateDialog(async () => (await import('./DeleteSetDialog.tsx')).DeleteSetDialog)

/** For `useSetLists`. */
export const listOwnSets = (offset: number): Promise<SetList> => requestAs(ownSetList, { offset })

/** The person's sets, newest first; the admin gets all. */
export function SetsPanel({ auth, lists }: { auth: AuthRecord; lists: SetLists }) {
  const texts = memberTexts(pageLocale())
  const t = texts.sets
  const { lines, status, hasMore, more, remove } = lists
  const [deleting, setDeleting] = useState<SetLine>()
  return (
    <Panel title={isAdmin(auth) ? t.all : t.title} id="sets">
      {status === 'idle' && lines.length === 0 && <NoSets mayBuild={isPaid(auth)} />}
      {lines.length > 0 && (
        <ul className="rows set-rows">
          {lines.map((line) => (
            <SetRow key={`${line.kind} ${line.id}`} line={line} onDelete={() => setDeleting(line)} />
          ))}
        </ul>
      )}
      {status !== 'idle' && <Waiting failed={status === 'failed'} reload={more} />}
      {status === 'idle' && hasMore && (
        <div className="panel-actions">
          <QuietButton onClick={more}>{texts.more}</QuietButton>
        </div>
      )}
      {deleting && (
        <DeleteSetDialog
          line={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => {
            remove(deleting)
            setDeleting(undefined)
          }}
        />
      )}
    </Panel>
  )
}

function NoSets({ mayBuild }: { mayBuild: boolean }) {
  const t = memberTexts(pageLocale()).sets
  return (
    <div className="empty">
      <p>
        <strong>{t.empty}</strong>
      </p>
      <p className="panel-note">{mayBuild ? t.emptyLead : t.emptyFree}</p>
      <a className="button button-quiet" href={localizedLink(mayBuild ? '/curated-make' : '/pricing')}>
        {mayBuild ? t.make : t.pricing}
      </a>
    </div>
  )
}

function SetRow({ line, onDelete }: { line: SetLine; onDelete: () => void }) {
  const locale = pageLocale()
  const t = memberTexts(locale).sets
  const { kind, name, url, expiry } = line
  const ended = expiry !== undefined && Date.parse(expiry) <= Date.now()
  const number = (value: number) => value.toLocaleString(locale)
  const date = expiry && dateText(locale, expiry)
  const facts = [
    t.kinds[kind],
    t.clips(number(line.clips), line.clips === 1),
    t.views(number(line.views), line.views === 1),
    date && (ended ? t.ended(date) : t.ends(date)),
  ]

  return (
    <li>
      <div className="row-text">
        {url && !ended ? (
          <a href={localizedLink(new URL(url).pathname as SitePath)}>{name}</a>
        ) : (
          <strong>{name}</strong>
        )}
        <span className="panel-note">{facts.filter(Boolean).join(t.between)}</span>
      </div>
      {/* A promotion without a URL has lost its name to a newer one. */}
      {url && (
        <div className="row-actions">
          {!ended && (
            <>
              <LinkButton aria-label={t.copyOf(name)} onClick={() => void copyLink(url, t)}>
                {t.copy}
              </LinkButton>
              <a aria-label={t.editOf(name)} href={builderOf(line)}>
                {t.edit}
              </a>
            </>
          )}
          <LinkButton aria-label={t.deleteOf(name)} onClick={onDelete}>
            {t.delete}
          </LinkButton>
        </div>
      )}
    </li>
  )
}
