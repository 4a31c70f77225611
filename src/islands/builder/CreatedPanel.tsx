import { useEffect, useRef } from 'react'
import type { CreatedSet } from '#contract/sets.ts'
import type { SitePath } from '#domain/address/locale-path.ts'
import { builderTexts } from '#i18n/builder-texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'

/** The new set's link, with copy and open buttons. */
export function CreatedPanel({ created, onAnother }: { created: CreatedSet; onAnother: () => void }) {
  const t = builderTexts(pageLocale()).done
  const heading = useRef<HTMLHeadingElement>(null)
  const link = useRef<HTMLInputElement>(null)
  useEffect(() => heading.current?.focus(), [])

  async function copy() {
    link.current?.select()
    try {
      await navigator.clipboard.writeText(created.url)
      showToast({ kind: 'success', text: t.copied })
    } catch (error) {
      // Only secure pages have a clipboard, and people may forbid it. `execCommand` is deprecated, but the only other
      // way; typed here, since browsers may drop it.
      const page: { execCommand?: (command: 'copy') => boolean } = document
      const copied = page.execCommand?.('copy')
      if (!copied) console.info('The link could not be copied', error)
      showToast({ kind: copied ? 'success' : 'info', text: copied ? t.copied : t.copyFailed })
    }
  }

  return (
    <section className="panel created" aria-labelledby="created-title">
      <h2 id="created-title" ref={heading} tabIndex={-1}>
        {t.title}
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
        <button type="button" className="button" onClick={copy}>
          {t.copy}
        </button>
        <a className="button button-quiet" href={localizedLink(new URL(created.url).pathname as SitePath)}>
          {t.open}
        </a>
        <button type="button" className="link-button" onClick={onAnother}>
          {t.another}
        </button>
      </div>
    </section>
  )
}
