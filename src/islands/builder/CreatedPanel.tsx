import { useEffect, useRef } from 'react'
import type { CreatedSet } from '#contract/sets/sets.ts'
import type { SitePath } from '#domain/address/locale-path.ts'
import { builderTexts } from '#i18n/builder/texts.ts'
import { copyText } from '#stores/copy-text.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { Button, LinkButton } from '../auth/buttons.tsx'

/** The link of a new or changed set, with copy and open buttons. @param onAnother absent after a change */
export function CreatedPanel({ created, onAnother }: { created: CreatedSet; onAnother?: () => void }) {
  const texts = builderTexts(pageLocale())
  const t = texts.done
  const heading = useRef<HTMLHeadingElement>(null)
  const link = useRef<HTMLInputElement>(null)
  useEffect(() => heading.current?.focus(), [])

  async function copy() {
    const copied = await copyText(created.url)
    link.current?.select()
    showToast({ kind: copied ? 'success' : 'info', text: copied ? t.copied : t.copyFailed })
  }

  return (
    <section className="panel created" aria-labelledby="created-title">
      <h2 id="created-title" ref={heading} tabIndex={-1}>
        {onAnother ? t.title : texts.editing.done}
      </h2>
      <p>
        <strong>{created.name}</strong>
      </p>
      <div className="field">
        <label htmlFor="created-link">{t.link}</label>
        <div className="field-input">
          <input
            id="created-link"
            ref={link}
            readOnly
            value={created.url}
            onFocus={(event) => event.target.select()}
          />
        </div>
      </div>
      <div className="panel-actions">
        <Button onClick={copy}>{t.copy}</Button>
        <a className="button button-quiet" href={localizedLink(new URL(created.url).pathname as SitePath)}>
          {t.open}
        </a>
        {onAnother ? (
          <LinkButton onClick={onAnother}>{t.another}</LinkButton>
        ) : (
          <a href={localizedLink('/account#sets')}>{texts.editing.mySets}</a>
        )}
      </div>
    </section>
  )
}
