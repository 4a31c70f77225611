import { admin } from '../../call.ts'
import { LogFilter, LogPage, LogQuery } from './log.ts'

export const listLog = admin.get('/api/studio/log', {
  does: 'The log of what was done in the studio, newest first.',
  example: { subject: 'clip:7' },
  query: LogQuery,
  answer: LogPage,
})

export const exportLog = admin.post('/api/studio/log/export', {
  does: 'The log as a table.',
  example: { subject: 'clip:7' },
  body: LogFilter,
  file: { type: 'text/csv; charset=utf-8', name: 'log.csv' },
})
