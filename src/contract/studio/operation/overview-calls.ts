import { admin, editor } from '../../call.ts'
import { FailedJobs, JobParams, Overview, OverviewQuery } from './overview.ts'

export const readOverview = editor.get('/api/studio/overview', {
  does: 'How the shop is doing; editors get no figures of the business.',
  example: { days: 30 },
  query: OverviewQuery,
  answer: Overview,
})

export const listFailedJobs = admin.get('/api/studio/overview/jobs', {
  does: 'Jobs that failed.',
  answer: FailedJobs,
})

export const retryJob = admin.post('/api/studio/overview/jobs/{id}/retry', {
  does: 'Makes a failing job due now.',
  example: { id: 71 },
  params: JobParams,
  errors: ['notFound'],
})

export const dismissJob = admin.del('/api/studio/overview/jobs/{id}', {
  does: 'Removes a failed job; may be repeated.',
  example: { id: 71 },
  params: JobParams,
})
