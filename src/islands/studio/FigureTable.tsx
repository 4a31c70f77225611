import type { ReactElement, ReactNode } from 'react'
import { LinkButton } from '../auth/buttons.tsx'

/** Names of the columns, those of numbers as `{ number }`; or their cells. */
export type TableHead = readonly (string | { number: string })[] | ReactElement

interface FigureTableProps {
  label: string
  head: TableHead
  /** Rows. */
  children: ReactNode
}

/** A table that scrolls sideways where it is too wide. */
export function FigureTable({ label, head, children }: FigureTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by keyboard, too
    <section className="figure-table" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>{'map' in head ? head.map(columnHead) : head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

function columnHead(column: string | { number: string }) {
  const name = typeof column === 'string' ? column : column.number
  return (
    <th scope="col" className={typeof column === 'string' ? undefined : 'number'} key={name}>
      {name}
    </th>
  )
}

/** A cell with a number. @param name of its column, which narrow screens show in the cell */
export function NumberCell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <td className="number" data-label={name}>
      {children}
    </td>
  )
}

/** A button in a row. @param of names the row to those who do not see it */
export function RowAct({ label, of, act }: { label: string; of: string; act: () => void }) {
  return (
    <LinkButton onClick={act}>
      {label}
      <span className="visually-hidden"> {of}</span>
    </LinkButton>
  )
}
