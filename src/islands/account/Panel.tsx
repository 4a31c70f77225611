import { type ReactNode, useId } from 'react'

/** A section of the account page with a heading. @param id its anchor */
export function Panel({ title, id: anchor, children }: { title: string; id?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="panel" id={anchor} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
