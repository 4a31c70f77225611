// A shop with 240 clips that have rows but no files: published ones, and drafts of which half lack something. Prints its URL.
import { once } from 'node:events'
import { runJobs } from '#server/jobs/run-jobs.ts'
import { bulkJob } from '#server/library/bulk/bulk-job.ts'
import { reindexAround } from '#server/search/index/reindex-sources.ts'
import { aClip } from '../database/rows.ts'
import { freePort } from '../free-port.ts'
import { failOnLeaks } from '../leaks/leaks.ts'
import { KNOWN_MEMBERS } from '../shop/known-members.ts'
import { aMember } from '../shop/members.ts'
import { startTestServer } from '../shop/server.ts'

const port = await freePort()
const server = await startTestServer({
  env: { SITE_URL: `http://localhost:${port}`, HOST: 'localhost', PORT: String(port), LOG_LEVEL: 'warn' },
})
const { deps } = server
await aMember(deps, { ...KNOWN_MEMBERS.admin, admin: true })
const shown: number[] = []
const BIRDS = ['heron', 'crane', 'swan', 'egret']
for (let n = 1; n <= 240; n++) {
  const isDraft = n % 6 === 0
  const { id } = await aClip(deps.db, {
    source: {
      title: `Quiet ${BIRDS[n % 4]} ${n}`,
      title_ja: `静かな鳥 ${n}`,
      keywords: '["bird"]',
      state: isDraft ? 'draft' : 'published',
      ai: n % 12 === 0 ? null : 0,
      category: n % 5 === 0 ? 'sea' : 'temple',
      popularity: n,
      added: new Date(Date.parse('2026-11-01T00:00:00.000Z') + n * 60_000).toISOString(),
      // As a tool of the operator's may write it.
      ...(n === 239 && { updated: '' }),
    },
  })
  if (!isDraft) shown.push(id)
}
await deps.db.transaction().execute((trx) => reindexAround(trx, shown, async () => {}))
const jobs = runJobs(deps, [bulkJob(server.config.database)])
process.stdout.write(`${server.config.site.url.origin}\n`)

process.stdin.resume()
await once(process.stdin, 'end')
await jobs.stop()
await server.close()
failOnLeaks()
