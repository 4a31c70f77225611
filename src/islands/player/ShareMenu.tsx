import { useId } from 'react'
import { copyWithToast } from './copy-with-toast.ts'

export interface ShareMenuProps {
  /** Absolute address of the clip's page. */
  url: string
  /** HTML that shows the clip on another site. */
  embedCode: string
  texts: {
    share: string
    copyLink: string
    linkCopied: string
    copyEmbed: string
    embedCopied: string
    embedCode: string
    failed: string
  }
}

/** A button with a menu: the clip's link, and the code that embeds it. Without scripts the code can still be read. */
export function ShareMenu({ url, embedCode, texts }: ShareMenuProps) {
  const id = useId()
  return (
    <>
      <button type="button" className="button button-quiet share-button" popoverTarget={id}>
        {texts.share}
      </button>
      <section id={id} popover="auto" className="share-panel popover floating" aria-label={texts.share}>
        <button
          type="button"
          className="button"
          popoverTarget={id}
          onClick={() => copyWithToast(url, { done: texts.linkCopied, failed: texts.failed })}
        >
          {texts.copyLink}
        </button>
        <button
          type="button"
          className="button button-quiet"
          popoverTarget={id}
          onClick={() => copyWithToast(embedCode, { done: texts.embedCopied, failed: texts.failed })}
        >
          {texts.copyEmbed}
        </button>
        <textarea
          readOnly
          rows={5}
          aria-label={texts.embedCode}
          value={embedCode}
          onFocus={(event) => event.target.select()}
        />
      </section>
    </>
  )
}
