import { type ReactNode, useId, useRef } from 'react'
import { useEarlyClick } from '../auth/use-early-click.ts'
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
        <CopyButton
          menu={id}
          className="button"
          text={url}
          told={{ done: texts.linkCopied, failed: texts.failed }}
        >
          {texts.copyLink}
        </CopyButton>
        <CopyButton
          menu={id}
          className="button button-quiet"
          text={embedCode}
          told={{ done: texts.embedCopied, failed: texts.failed }}
        >
          {texts.copyEmbed}
        </CopyButton>
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

interface CopyButtonProps {
  menu: string
  className: string
  text: string
  told: Parameters<typeof copyWithToast>[1]
  children: ReactNode
}

/** The menu opens without scripts, so a click may come before them. */
function CopyButton({ menu, className, text, told, children }: CopyButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const copy = () => void copyWithToast(text, told)
  useEarlyClick(button, copy)
  return (
    <button ref={button} type="button" data-early className={className} popoverTarget={menu} onClick={copy}>
      {children}
    </button>
  )
}
