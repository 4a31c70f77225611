import { type ComponentProps, type ReactNode, useId } from 'react'
import type { Refusal } from './refusals.ts'

export interface FieldProps {
  name: string
  label: string
  hint?: string
  problem: string | undefined
  input: Omit<ComponentProps<'input'>, 'name' | 'id'>
  /** Shown beside the input. */
  children?: ReactNode
}

/** A labelled input with hint and error, both linked to it. */
export function Field({ name, label, hint, problem, input, children }: FieldProps) {
  const id = useId()
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-input">
        <input
          id={id}
          name={name}
          required
          aria-invalid={problem !== undefined}
          aria-describedby={described || undefined}
          {...input}
        />
        {children}
      </div>
      {problem && (
        <p className="field-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** Why the form was refused, unless it is shown at a field. */
export function FormProblem({ refusal }: { refusal: Refusal | undefined }) {
  return refusal && !refusal.fields && <p className="form-problem">{refusal.summary}</p>
}
