import type { ComponentProps } from 'react'

/** A button beside the main one. */
export function QuietButton(props: ComponentProps<'button'>) {
  return <button type="button" className="button button-quiet" {...props} />
}

/** A button that looks like a link. */
export function LinkButton(props: ComponentProps<'button'>) {
  return <button type="button" className="link-button" {...props} />
}
