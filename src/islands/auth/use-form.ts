import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { showToast, startTry } from '#stores/toasts.ts'

/** Why a form was refused. */
export interface Refusal<Name extends string = string> {
  summary: string
  /** Texts for the wrong fields. */
  fields?: Partial<Record<Name, string>>
}

export type Values<Name extends string> = Record<Name, string>

export interface FormState<Name extends string> {
  form: RefObject<HTMLFormElement | null>
  refusal: Refusal<Name> | undefined
  busy: boolean
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
}

/**
 * Submits a form, once at a time. A refusal becomes a toast and field errors, and focuses the first wrong field.
 * Unmounting aborts.
 * @param submit resolves to the refusal, or to nothing on success
 */
export function useForm<Name extends string>(
  submit: (values: Values<Name>, signal: AbortSignal) => Promise<Refusal<Name> | undefined>,
): FormState<Name> {
  const form = useRef<HTMLFormElement>(null)
  const [refusal, setRefusal] = useState<Refusal<Name>>()
  const [busy, setBusy] = useState(false)
  const submitting = useRef(false)
  const unmount = useRef<AbortController>(undefined)

  useEffect(() => {
    const abort = new AbortController()
    unmount.current = abort
    return () => abort.abort()
  }, [])
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusal])

  async function send(element: HTMLFormElement, { signal }: AbortController) {
    if (submitting.current) return
    submitting.current = true
    setBusy(true)
    startTry()
    const values = Object.fromEntries(new FormData(element)) as Values<Name>
    const newRefusal = await submit(values, signal).finally(() => {
      submitting.current = false
    })
    if (signal.aborted) return
    setBusy(false)
    setRefusal(newRefusal)
    if (newRefusal) showToast({ kind: 'error', text: newRefusal.summary })
  }

  return {
    form,
    refusal,
    busy,
    onSubmit(event) {
      event.preventDefault()
      if (unmount.current) void send(event.currentTarget, unmount.current)
    },
  }
}
