import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { authTexts } from '#i18n/auth/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast, startTry } from '#stores/toasts.ts'
import { type Refusal, reasonOf } from './refusals.ts'

export type Values<Name extends string> = Record<Name, string>

export interface FormState<Name extends string = string> {
  refusal: Refusal<Name> | undefined
  busy: boolean
  /** For the form's element. */
  form: {
    ref: RefObject<HTMLFormElement | null>
    method: 'post'
    noValidate: true
    'aria-busy': boolean
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  }
}

const byReason = (error: unknown): Refusal<never> => ({ summary: reasonOf(error, authTexts(pageLocale())) })

/**
 * Submits a form, once at a time. A refusal becomes a toast and field errors, and focuses the first wrong field.
 * Unmounting aborts.
 * @param submit resolves to the refusal, or to nothing on success
 * @param refusalOf what an error of `submit` means; by default its reason
 */
export function useForm<Name extends string>(
  submit: (values: Values<Name>, signal: AbortSignal) => Promise<Refusal<Name> | undefined>,
  refusalOf: (error: unknown) => Refusal<Name> | undefined = byReason,
): FormState<Name> {
  const ref = useRef<HTMLFormElement>(null)
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
    if (refusal) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusal])

  async function send(element: HTMLFormElement, { signal }: AbortController) {
    if (submitting.current) return
    submitting.current = true
    setBusy(true)
    startTry()
    const values = Object.fromEntries(new FormData(element)) as Values<Name>
    const newRefusal = (await submit(values, signal).catch(refusalOf)) ?? undefined
    submitting.current = false
    if (signal.aborted) return
    setBusy(false)
    setRefusal(newRefusal)
    if (newRefusal) showToast({ kind: 'error', text: newRefusal.summary })
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (unmount.current) void send(event.currentTarget, unmount.current)
  }
  return { refusal, busy, form: { ref, method: 'post', noValidate: true, 'aria-busy': busy, onSubmit } }
}
