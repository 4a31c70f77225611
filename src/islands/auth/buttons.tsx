import type { ComponentProps } from 'react'

export function Button(props: ComponentProps<'button'>) {
  return <button type="button" className="button" {...props} />
}

/** A button beside the main one. */
export function QuietButton(props: ComponentProps<'button'>) {
  return <button type="button" className="button button-quiet" {...props} />
}

/** A button that looks like a link. */
export function LinkButton(props: ComponentProps<'button'>) {
  return <button type="button" className="link-button" {...props} />
}
