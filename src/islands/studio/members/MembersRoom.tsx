import type { MemberLine } from '#contract/studio/members/members.ts'
import { exportMembers, listMembers } from '#contract/studio/members/members-calls.ts'
import { dateText } from '#domain/dates/date-text.ts'
import { membersTexts } from '#i18n/studio/members/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { LinkButton } from '../../auth/buttons.tsx'
import { usePages } from '../../loading/use-pages.ts'
import { ExportButton } from '../ExportButton.tsx'
import { PagedTable } from '../PagedTable.tsx'
import { studioRoom } from '../studio-room.tsx'
import { useAddress } from '../use-address.ts'
import { MemberDialog } from './MemberDialog.tsx'
import { Labels } from './MemberFacts.tsx'
import { filterOf, MemberFilters, orderOf } from './MemberFilters.tsx'

/** A search continues by itself until it has found this many. */
const ENOUGH = 25

/** The members, and the grounds of their memberships. */
export const MembersRoom = studioRoom('admin', Room)

function Room() {
  const t = membersTexts(pageLocale())
  const [params, change] = useAddress()
  const { pages, filter } = useMembers(params)
  const id = Number(params.get('id')) || undefined
  return (
    <div className="stack-4">
      <MemberFilters>
        <ExportButton
          endpoint={exportMembers}
          params={filter}
          name="members"
          label={t.csv}
          done={t.csvSaved}
        />
      </MemberFilters>
      <PagedTable
        pages={pages}
        label={t.list}
        empty={{ title: t.none, lead: t.noneLead }}
        head={[t.member, t.membership, t.reason, t.since]}
        row={(line) => <Row key={line.id} line={line} onOpen={() => change({ id: String(line.id) })} />}
      />
      {id && (
        <MemberDialog
          key={id}
          id={id}
          onClose={() => change({ id: undefined })}
          onDeleted={() => {
            pages.change((lines) => lines.filter((line) => line.id !== id))
            change({ id: undefined })
          }}
          onChanged={(after) =>
            pages.change((lines) =>
              lines.map((line) => (line.id === after.id ? { ...line, ...after } : line)),
            )
          }
        />
      )}
    </div>
  )
}

/** The list of the URL, whichever member is open. */
function useMembers(params: URLSearchParams) {
  const filter = filterOf(params)
  const query = { ...filter, order: orderOf(params) }
  const pages = usePages<MemberLine, number>(async (from, { signal }) => {
    const lines: MemberLine[] = []
    let after = from
    do {
      const page = await requestAs(listMembers, { ...query, ...(after && { after }) })
      lines.push(...page.members)
      after = page.next ?? undefined
    } while (after && lines.length < ENOUGH && !signal.aborted)
    return { lines, next: after ?? null }
  }, JSON.stringify(query))
  return { pages, filter }
}

function Row({ line, onOpen }: { line: MemberLine; onOpen: () => void }) {
  const locale = pageLocale()
  const t = membersTexts(locale)
  return (
    <tr>
      <th scope="row">
        <LinkButton aria-haspopup="dialog" onClick={onOpen}>
          {line.name}
        </LinkButton>
        <small className="studio-under">{line.email}</small>
      </th>
      <td data-label={t.membership}>
        <Labels line={line} />
      </td>
      <td data-label={t.reason}>{line.reasons.map((reason) => t.reasons[reason]).join(', ') || '–'}</td>
      <td data-label={t.since}>{dateText(locale, line.created)}</td>
    </tr>
  )
}
