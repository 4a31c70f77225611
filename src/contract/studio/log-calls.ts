import { get, post } from '../call.ts'
import { LogFilter, LogPage, LogQuery } from './log.ts'

export const listLog = get('/api/studio/log', {
  does: 'The log of what was done in the studio, newest first.',
  may: 'admin',
  query: LogQuery,
  answer: LogPage,
})

export const exportLog = post('/api/studio/log/export', {
  does: 'The log as a table.',
  may: 'admin',
  body: LogFilter,
  file: { type: 'text/csv; charset=utf-8', name: 'log.csv' },
})
