import { type SubmitEvent, useId } from 'react'
import { BOARD_LIMITS } from '#domain/sets/set-limits.ts'

interface NameFormProps {
  label: string
  submit: string
  name: string
  busy?: boolean
  onChange: (name: string) => void
  /** Not called without a name. */
  onSubmit: () => Promise<void>
}

/** The name of a collection, and the button that makes or renames it. */
export function NameForm({ label, submit, name, busy, onChange, onSubmit }: NameFormProps) {
  const id = useId()

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (!busy && name.trim() !== '') void onSubmit()
  }

  return (
    <form className="board-form" onSubmit={send}>
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <div className="field-input">
          <input
            id={id}
            value={name}
            maxLength={BOARD_LIMITS.name}
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      </div>
      <button type="submit" className="button button-quiet" aria-disabled={busy}>
        {submit}
      </button>
    </form>
  )
}
