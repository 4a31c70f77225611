import { useId, useRef } from 'react'

/** A badge with a tooltip that opens on hover, focus, click or touch, and closes with Esc. */
export function EditorialBadge({ label, tooltip }: { label: string; tooltip: string }) {
  const id = useId()
  const note = useRef<HTMLDivElement>(null)
  const show = () => note.current?.matches(':popover-open') || note.current?.showPopover()
  const hide = () => note.current?.matches(':popover-open') && note.current.hidePopover()

  return (
    <span className="editorial" onPointerEnter={show} onPointerLeave={hide}>
      <button
        type="button"
        className="editorial-badge"
        aria-describedby={id}
        onFocus={show}
        onBlur={hide}
        onClick={show}
      >
        {label}
      </button>
      <div id={id} ref={note} className="editorial-note popover floating" popover="auto" role="tooltip">
        {tooltip}
      </div>
    </span>
  )
}
