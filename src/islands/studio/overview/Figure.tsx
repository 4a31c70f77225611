import type { ReactNode } from 'react'

interface FigureProps {
  name: string
  value: ReactNode
  /** One line below the value. */
  note?: ReactNode
  /** Where to act on it. */
  href?: string
  /** Whether it needs attention. */
  urgent?: boolean
}

/** A figure with its name, linked to the page where one acts on it. */
export function Figure({ name, value, note, href, urgent = false }: FigureProps) {
  const content = (
    <>
      <span className="figure-name">{name}</span>
      <strong className="figure-value">{value}</strong>
      {note && <small className="figure-note">{note}</small>}
    </>
  )
  return (
    <li className="figure" data-urgent={urgent}>
      {href ? <a href={href}>{content}</a> : <div>{content}</div>}
    </li>
  )
}
