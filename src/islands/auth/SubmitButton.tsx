import type { ActivityLabel } from '#domain/people/activity.ts'

/** Stays focusable while busy, so that keyboard focus is not lost; the form ignores a second submit. */
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
