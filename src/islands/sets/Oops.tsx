import { useEffect } from 'react'
import { type Locale, localePath } from '#domain/address/locale-path.ts'
import type { SetsTexts } from '#i18n/sets/texts.ts'
import { showToast } from '#stores/toasts.ts'
import { Waves } from '../shell/Waves.tsx'

/** Replaces a set that is missing, ended or failed. Rendered by the server, and by the browser when time runs out. */
export function Oops({ text, locale, texts }: { text: string; locale: Locale; texts: SetsTexts }) {
  return (
    <section className="oops">
      <Waves />
      <h1>{texts.oops.title}</h1>
      <p>{text}</p>
      <a className="button" href={localePath(locale, '/')}>
        {texts.oops.others}
      </a>
    </section>
  )
}

/** Also shows a toast that the collection does not exist. */
export function MissingToast({ text }: { text: string }) {
  useEffect(() => showToast({ kind: 'error', text }), [text])
  return null
}
