import { SEARCH_LISTS, type SearchLine, type SearchList } from '#contract/studio/search/demand.ts'
import { addWish, listSearches, searchesFile } from '#contract/studio/search/demand-calls.ts'
import { searchPath } from '#domain/address/search-path.ts'
import { demandTexts } from '#i18n/studio/demand/texts.ts'
import { teachTexts } from '#i18n/studio/teach/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { usePages } from '../../loading/use-pages.ts'
import { ExportButton } from '../ExportButton.tsx'
import { NumberCell } from '../FigureTable.tsx'
import { PagedTable } from '../PagedTable.tsx'
import { RadioGroup } from '../RadioGroup.tsx'
import { oneOfThese, useAddress } from '../use-address.ts'
import { Period, usePeriod } from './Period.tsx'
import { stockText } from './stock-text.ts'
import { TeachMenu, WhyButton } from './use-teaching.tsx'

const LANGUAGES = ['all', 'en', 'ja'] as const

/** What visitors search for. */
export function SearchesView() {
  const t = demandTexts(pageLocale())
  const teach = teachTexts(pageLocale())
  const [params, change] = useAddress()
  const list = oneOfThese<SearchList>(SEARCH_LISTS, params.get('list'), 'most')
  const language = oneOfThese(LANGUAGES, params.get('locale'), 'all')
  const days = usePeriod()
  const locale = language === 'all' ? undefined : language
  const pages = usePages(async (after) => {
    const { searches, next } = await requestAs(listSearches, { list, days, locale, after })
    return { lines: searches, next }
  }, `${list} ${days} ${locale}`)

  async function wish({ text }: SearchLine) {
    try {
      const { status } = await requestAs(addWish, { text, note: '' })
      pages.change((lines) => lines.map((line) => (line.text === text ? { ...line, wish: status } : line)))
      showToast({ kind: 'success', text: t.wished(text) })
    } catch (error) {
      console.warn('A wish could not be added', error)
      showToast({ kind: 'error', text: t.wishFailed })
    }
  }

  return (
    <>
      <div className="figure-tools">
        <RadioGroup
          label={t.lists}
          values={SEARCH_LISTS}
          chosen={list}
          name={(each) => t.list[each]}
          onChoose={(each) => change({ list: each })}
        />
        <Period />
        <RadioGroup
          label={t.languages}
          values={LANGUAGES}
          chosen={language}
          name={(each) => t.language[each]}
          onChoose={(each) => change({ locale: each === 'all' ? undefined : each })}
        />
        <ExportButton endpoint={searchesFile} params={{ list, days, locale }} name="searches" label={t.csv} />
      </div>
      <p className="panel-note">
        {t.listLead[list]} {t.visitorsHint}
      </p>
      <PagedTable
        pages={pages}
        label={t.list[list]}
        empty={{ title: t.noSearches, lead: t.noSearchesLead }}
        head={[
          t.text,
          ...[t.visitors, t.little, t.clicked, t.stock].map((number) => ({ number })),
          teach.language,
          t.actions,
        ]}
        row={(line) => (
          <Row
            key={line.text}
            line={line}
            list={list}
            onWish={() => void wish(line)}
            onTaught={pages.reload}
          />
        )}
      />
    </>
  )
}

interface RowProps {
  line: SearchLine
  list: SearchList
  onWish: () => void
  onTaught: () => void
}

function Row({ line, list, onWish, onTaught }: RowProps) {
  const locale = pageLocale()
  const t = demandTexts(locale)
  const number = (value: number) => value.toLocaleString(locale)
  const { japanese, visitors } = line
  const language = japanese === 0 ? 'en' : japanese === visitors ? 'ja' : 'all'
  const inList = list === 'nothing' || list === 'little' ? 'little' : 'visitors'
  const trend = <Trend now={line[inList]} before={line.before} />
  return (
    <tr>
      <th scope="row">
        <a href={localizedLink(searchPath(line.text))} title={t.open(line.text)}>
          {line.text}
        </a>
      </th>
      <NumberCell name={t.visitors}>
        {number(visitors)} {inList === 'visitors' && trend}
      </NumberCell>
      <NumberCell name={t.little}>
        {number(line.little)} {inList === 'little' && trend}
      </NumberCell>
      <NumberCell name={t.clicked}>{number(line.clicked)}</NumberCell>
      <NumberCell name={t.stock}>{stockText(line, locale)}</NumberCell>
      <td data-label={teachTexts(locale).language}>{t.language[language]}</td>
      <td data-label={t.actions}>
        <span className="line-acts">
          <TeachMenu text={line.text} onWish={line.wish ? undefined : onWish} onTaught={onTaught} />
          <WhyButton text={line.text} />
          {line.wish && <a href="?view=wishes">{t.wishes.statuses[line.wish]}</a>}
        </span>
      </td>
    </tr>
  )
}

/** The change against the period before. */
function Trend({ now, before }: { now: number; before: number | null }) {
  const locale = pageLocale()
  const t = teachTexts(locale).trend
  if (before === null) return null
  const by = Math.abs(now - before).toLocaleString(locale)
  const text = now > before ? t.more(by) : now < before ? t.fewer(by) : t.same
  return (
    <span className="trend" title={text}>
      <span aria-hidden="true">{now > before ? `↑${by}` : now < before ? `↓${by}` : '→'}</span>
      <span className="visually-hidden"> {text}</span>
    </span>
  )
}
