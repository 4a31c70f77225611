import { ApiError, type Endpoint } from '#contract/request.ts'
import type { FailedJob } from '#contract/studio/operation/overview.ts'
import { dismissJob, listFailedJobs, retryJob } from '#contract/studio/operation/overview-calls.ts'
import { dateTimeText } from '#domain/dates/date-text.ts'
import { overviewTexts } from '#i18n/studio/overview/texts.ts'
import { studioTexts } from '#i18n/studio/shell/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { useLoaded } from '../../loading/use-loaded.ts'
import { FigureTable, RowAct } from '../FigureTable.tsx'
import { LoadFailed } from '../LoadFailed.tsx'

/** Failed background jobs, with buttons to retry or dismiss them. */
export function FailedJobs({ onChanged }: { onChanged: () => void }) {
  const locale = pageLocale()
  const t = overviewTexts(locale).jobs
  const { data, status, reload } = useLoaded(() => requestAs(listFailedJobs, undefined))

  async function act(call: Endpoint<{ id: number }, void>, job: FailedJob, done: string) {
    try {
      await requestAs(call, { id: job.id })
      showToast({ kind: 'success', text: done })
    } catch (error) {
      console.warn('A job could not be changed', error)
      const gone = error instanceof ApiError && error.status === 404
      showToast({ kind: 'error', text: gone ? t.gone : studioTexts(locale).failed })
    }
    await reload()
    onChanged()
  }

  return (
    <section className="panel figure-panel" aria-labelledby="failed-jobs">
      <h2 id="failed-jobs">{t.title}</h2>
      <p className="panel-note">{t.lead}</p>
      {status === 'failed' && <LoadFailed retry={() => void reload()} />}
      {data?.jobs.length === 0 && <p>{t.none}</p>}
      {data && data.jobs.length > 0 && (
        <FigureTable label={t.title} head={[t.kind, t.state, t.attempts, t.error, t.actions]}>
          {data.jobs.map((job) => (
            <JobRow
              key={job.id}
              job={job}
              onRetry={() => void act(retryJob, job, t.retried)}
              onDismiss={() => void act(dismissJob, job, t.dismissed)}
            />
          ))}
        </FigureTable>
      )}
      {data?.more && <p className="panel-note">{t.more}</p>}
    </section>
  )
}

function JobRow(props: { job: FailedJob; onRetry: () => void; onDismiss: () => void }) {
  const { job, onRetry, onDismiss } = props
  const locale = pageLocale()
  const t = overviewTexts(locale).jobs
  return (
    <tr>
      <th scope="row">
        <code>{job.kind}</code> {job.id}
      </th>
      <td data-label={t.state}>{job.next ? t.failing(dateTimeText(locale, job.next)) : t.givenUp}</td>
      <td data-label={t.attempts}>{job.attempts.toLocaleString(locale)}</td>
      <td data-label={t.error} className="job-error">
        {job.error}
      </td>
      <td data-label={t.actions}>
        <span className="panel-actions">
          {job.state === 'failing' && <RowAct label={t.retry} of={`${job.kind} ${job.id}`} act={onRetry} />}
          {!job.recurring && <RowAct label={t.dismiss} of={`${job.kind} ${job.id}`} act={onDismiss} />}
        </span>
      </td>
    </tr>
  )
}
