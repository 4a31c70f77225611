import type { ActivityLabel } from '#domain/people/activity.ts'

/** Stays focusable while busy, so that the keyboard's place is not lost; a second submit is ignored by the form. */
export function SubmitButton({
  busy,
  texts,
  activity,
}: {
  busy: boolean
  texts: { submit: string; busy: string }
  activity?: ActivityLabel
}) {
  return (
    <button type="submit" className="button submit" aria-disabled={busy} data-activity={activity}>
      {busy && <span className="submit-spinner" aria-hidden="true" />}
      {busy ? texts.busy : texts.submit}
    </button>
  )
}
