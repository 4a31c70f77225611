/**
 * Takes the whole address along to the other language: the anchor, and a query that the server leaves out of what it
 * renders for everybody. Returns what stops it.
 */
export function keepPlaceInLanguages(): () => void {
  const listen = ({ target }: Event) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-language]')
    if (!link) return
    link.search = location.search
    link.hash = location.hash
  }
  document.addEventListener('click', listen, { capture: true, passive: true })
  return () => document.removeEventListener('click', listen, { capture: true })
}
