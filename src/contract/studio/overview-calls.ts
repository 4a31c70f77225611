import { del, get, post } from '../call.ts'
import { FailedJobs, JobParams, Overview, OverviewQuery } from './overview.ts'

export const readOverview = get('/api/studio/overview', {
  does: 'How the shop is doing; editors get no figures of the business.',
  may: 'editor',
  query: OverviewQuery,
  answer: Overview,
})

export const listFailedJobs = get('/api/studio/overview/jobs', {
  does: 'Jobs that failed.',
  may: 'admin',
  answer: FailedJobs,
})

export const retryJob = post('/api/studio/overview/jobs/{id}/retry', {
  does: 'Makes a failing job due now.',
  may: 'admin',
  params: JobParams,
  errors: ['notFound'],
})

export const dismissJob = del('/api/studio/overview/jobs/{id}', {
  does: 'Removes a failed job; may be repeated.',
  may: 'admin',
  params: JobParams,
})
