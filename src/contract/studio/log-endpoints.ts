import { get, post } from '../request.ts'
import { givenQuery } from './given-query.ts'
import type { LogFilter, LogPage, LogQuery } from './log.ts'

export const listLog = get<LogQuery, LogPage>((query) => `/api/studio/log?${givenQuery(query)}`)

/** Answers CSV. */
export const exportLog = post<LogFilter, string>('/api/studio/log/export')
