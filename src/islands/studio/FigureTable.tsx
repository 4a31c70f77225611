import type { ReactElement, ReactNode } from 'react'

interface FigureTableProps {
  label: string
  /** Names of the columns, or their cells. */
  head: readonly string[] | ReactElement
  /** Names of the columns after them, with numbers. */
  numbers?: readonly string[]
  /** Rows. */
  children: ReactNode
}

/** A table that scrolls sideways where it is too wide. */
export function FigureTable({ label, head, numbers = [], children }: FigureTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by keyboard, too
    <section className="figure-table" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {'map' in head ? head.map((name) => columnHead(name)) : head}
            {numbers.map((name) => columnHead(name, 'number'))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

const columnHead = (name: string, className?: string) => (
  <th scope="col" className={className} key={name}>
    {name}
  </th>
)
