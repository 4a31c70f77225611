// biome-ignore-all lint/a11y/useSemanticElements: rows are placed one by one, which those of a table cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell

import { memo, type PointerEvent, type ReactNode } from 'react'
import type { LibraryRow } from '#contract/studio/clips/library.ts'
import type { SitePath } from '#domain/address/locale-path.ts'
import { dateTimeText, shortDateText } from '#domain/dates/date-text.ts'
import { wallMinute } from '#domain/dates/time-zone.ts'
import { libraryTexts } from '#i18n/studio/library/texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { shopZone } from '#stores/studio/studio-settings.ts'

export interface ItemProps {
  row: LibraryRow
  index: number
  isSelected: boolean
  isActive: boolean
  categoryName: string
  /** Whether its day stands above it. */
  isByDay: boolean
  onToggle: (index: number) => void
}

export const itemId = (index: number) => `library-item-${index}`

export function clipPath(id: number): SitePath {
  return localizedLink(`/studio/clip/${id}`)
}

/** The title in the reader's language, else the other's, else the file's name. */
export function titleOf(
  row: Pick<LibraryRow, 'title' | 'title_ja'> & { original_filename?: string },
): string {
  const [first, second] = pageLocale() === 'ja' ? [row.title_ja, row.title] : [row.title, row.title_ja]
  return first || second || row.original_filename || '–'
}

/** With its folder, since cameras give many files one name. */
const fileOf = ({ folder, original_filename: name }: LibraryRow) => (folder ? `${folder}/${name}` : name)

function Poster({ row, sizes }: { row: LibraryRow; sizes: string }) {
  const { poster_base, poster_widths, dominant_color } = row
  const srcset = (form: string) =>
    poster_widths.map((width) => `${poster_base}/${width}.${form} ${width}w`).join(', ')
  return (
    <span className="library-poster" style={{ backgroundColor: dominant_color }}>
      <picture>
        <source type="image/avif" srcSet={srcset('avif')} sizes={sizes} />
        <img src={`${poster_base}/${poster_widths[0]}.jpg`} alt="" decoding="async" draggable={false} />
      </picture>
    </span>
  )
}

/** Keys go to the whole list; the box is for pointers. */
function Check({ row, index, isSelected, onToggle }: ItemProps) {
  const t = libraryTexts(pageLocale())
  return (
    <input
      type="checkbox"
      className="library-check"
      tabIndex={-1}
      aria-label={t.select(titleOf(row))}
      checked={isSelected}
      onClick={(event) => event.stopPropagation()}
      onChange={() => onToggle(index)}
    />
  )
}

function State({ row }: { row: LibraryRow }) {
  const t = libraryTexts(pageLocale())
  return (
    <span className="library-state" data-state={row.state}>
      {row.trashed_at ? t.stateTabs.trashed : row.publish_at ? t.scheduled : t.state[row.state]}
    </span>
  )
}

function Missing({ row }: { row: LibraryRow }) {
  const t = libraryTexts(pageLocale())
  if (row.missing.length === 0) return null
  const text = t.lacks(
    row.missing.map((what) => t.filters.missing.values[what]).join(pageLocale() === 'ja' ? '、' : ', '),
  )
  return (
    <span className="library-missing" title={text}>
      <span aria-hidden="true">{row.missing.length}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  )
}

function facts({ width, height, duration }: LibraryRow): string {
  const length = libraryTexts(pageLocale()).seconds(Math.round(duration))
  return `${width}×${height}${pageLocale() === 'ja' ? '、' : ', '}${length}`
}
const shortDate = (instant: string) => shortDateText(pageLocale(), instant)

/** The cells of a row; on a narrow screen it is a card. */
export const TableCells = memo(function TableCells(props: ItemProps) {
  const { row, categoryName, isByDay } = props
  const t = libraryTexts(pageLocale())
  return (
    <>
      <Cell name="check">
        <Check {...props} />
      </Cell>
      <Cell name="clip">
        <Poster row={row} sizes="96px" />
        <span className="library-names">
          <a href={clipPath(row.id)} tabIndex={-1}>
            {titleOf(row)}
          </a>
          <small title={fileOf(row)}>
            #{row.id} {fileOf(row)}
          </small>
        </span>
      </Cell>
      <Cell name="state">
        <State row={row} />
        {row.publish_failed ? (
          <small className="form-problem">{t.notPublished}</small>
        ) : (
          row.publish_at && (
            <small title={dateTimeText(pageLocale(), row.publish_at, shopZone())}>
              {isByDay
                ? wallMinute(shopZone(), new Date(row.publish_at)).slice(11)
                : shortDateText(pageLocale(), row.publish_at, shopZone())}
            </small>
          )
        )}
        {row.state === 'published' && <small>{shortDate(row.created)}</small>}
      </Cell>
      <Cell name="missing">
        <Missing row={row} />
      </Cell>
      <Cell name="category">{categoryName}</Cell>
      <Cell name="licence">{t.filters.license_type.values[row.license_type]}</Cell>
      <Cell name="facts">
        {facts(row)}
        {row.downloads > 0 && <small>{t.downloads(row.downloads)}</small>}
      </Cell>
      <Cell name="added">{shortDate(row.added)}</Cell>
      <Cell name="updated">{shortDate(row.updated)}</Cell>
    </>
  )
})

function Cell({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <div role="gridcell" className={`library-cell library-cell-${name}`}>
      {children}
    </div>
  )
}

export const TileBody = memo(function TileBody(props: ItemProps) {
  const { row } = props
  return (
    <>
      <Poster row={row} sizes="240px" />
      <Check {...props} />
      <span className="library-tile-text">
        <a href={clipPath(row.id)} tabIndex={-1}>
          {titleOf(row)}
        </a>
        <span className="library-tile-facts">
          <State row={row} />
          <Missing row={row} />
        </span>
      </span>
    </>
  )
})

/** Links and boxes handle their own clicks. */
export function isOwnPointer(event: PointerEvent | React.MouseEvent): boolean {
  return (event.target as Element).closest('a, input, label') !== null
}
