import { type ReactNode, useEffect, useRef } from 'react'

/** Result of a mailed link. Its heading is focused, so that screen readers announce it. */
export function Step({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title])
  return (
    <section className="step">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
      {children}
    </section>
  )
}

/** Takes the token out of the URL, so that no history or bookmark keeps it. Empty without a token. */
export function takeMailedToken(): string {
  const { hash, pathname, search } = location
  if (hash) history.replaceState(history.state, '', pathname + search)
  return new URLSearchParams(hash.slice(1)).get('token') ?? ''
}
