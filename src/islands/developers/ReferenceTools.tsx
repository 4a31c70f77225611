import { type ChangeEvent, useEffect, useState } from 'react'
import { copyWithToast } from '../player/copy-with-toast.ts'

export interface ReferenceToolsProps {
  texts: { find: string; found: string; copied: string; copyFailed: string }
}

/** Searches the list beside it, and lets buttons copy their example. Without scripts the list is open to read. */
export function ReferenceTools({ texts }: ReferenceToolsProps) {
  const [found, setFound] = useState<number>()
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    setReady(true)
    document.addEventListener('click', copyExample)
    for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) button.hidden = false
    return () => document.removeEventListener('click', copyExample)

    function copyExample({ target }: MouseEvent) {
      const button = target instanceof Element ? target.closest('[data-copy]') : null
      const code = button?.parentElement?.querySelector('code')
      if (code) void copyWithToast(code.textContent, { done: texts.copied, failed: texts.copyFailed })
    }
  }, [texts])

  const find = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const words = target.value.toLowerCase().split(/\s+/).filter(Boolean)
    const shown = showMatches(words)
    setFound(words.length > 0 ? shown : undefined)
  }
  return (
    <search className="call-search" aria-hidden={isReady ? undefined : true}>
      <div className="search-form">
        <input type="search" aria-label={texts.find} placeholder={texts.find} onChange={find} />
      </div>
      <output>{found !== undefined && texts.found.replace('{count}', String(found))}</output>
    </search>
  )
}

/** Hides calls that lack a word, and rooms without any; opens the others. */
function showMatches(words: readonly string[]): number {
  let found = 0
  for (const room of document.querySelectorAll<HTMLDetailsElement>('.call-index details')) {
    let inRoom = 0
    for (const line of room.querySelectorAll<HTMLElement>('li')) {
      const text = `${line.textContent} ${line.querySelector('a')?.title}`.toLowerCase()
      line.hidden = !words.every((word) => text.includes(word))
      if (!line.hidden) inRoom++
    }
    room.hidden = inRoom === 0
    room.open = words.length > 0 ? inRoom > 0 : room.dataset.current !== undefined
    found += inRoom
  }
  return found
}
