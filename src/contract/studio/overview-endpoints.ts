import { del, get, post } from '../request.ts'
import type { ChartDays, FailedJobs, Overview } from './overview.ts'

const ROOM = '/api/studio/overview'

export const readOverview = get<{ days: ChartDays }, Overview>(({ days }) => `${ROOM}?days=${days}`)

export const listFailedJobs = get<undefined, FailedJobs>(`${ROOM}/jobs`)

/** The job is due now. */
export const retryJob = post<{ id: number }, undefined>(({ id }) => `${ROOM}/jobs/${id}/retry`)

export const dismissJob = del<{ id: number }, undefined>(({ id }) => `${ROOM}/jobs/${id}`)
