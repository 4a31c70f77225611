import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Job } from '#server/jobs/job.ts'
import { queueJob } from '#server/jobs/job-rows.ts'
import { aClip } from '../../support/database/rows.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

const failing: Job = {
  kind: 'failing',
  run: async () => {
    throw new Error('no luck')
  },
}
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ env: { METRICS_PORT: '0' }, jobs: [failing] })
})
afterAll(() => server.close())

async function metrics(of = server): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${of.metricsPort}/metrics`)
  expect(answer.status).toBe(200)
  return answer.text()
}

/** The value of a line, such as `nagare_uploads{state="failed"}`. */
function value(text: string, name: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

test('requests are counted by route and status, not by URL', async () => {
  const { id } = await aClip(server.deps.db)
  const paths = [`/m/${id}`, '/ja/m/8888', '/m/9999', '/secret-page', '/api/medias/9999', '/api/nothing-here']
  for (const path of [...paths, `/m/${id}`, '/media/poster/secret.jpg', '/media/secret', '/_astro/secret'])
    await (await fetch(server.at(path))).arrayBuffer()
  const text = await metrics()
  const count = (route: string, status: number) =>
    value(text, `nagare_request_duration_seconds_count{route="${route}",status="${status}"}`)
  expect(count('/m/[photoId]', 200)).toBe(2)
  expect(count('/m/[photoId]', 404)).toBe(2)
  expect(count('/media/poster', 404)).toBe(1)
  expect(value(text, 'nagare_page_cache_answers_total{state="hit"}')).toBeGreaterThanOrEqual(1)
  expect(value(text, 'nagare_render_duration_seconds_count{route="/m/[photoId]"}')).toBe(3)
  expect(value(text, 'nagare_page_cache_bytes')).toBeGreaterThan(5_000)
  expect(value(text, 'nagare_database_duration_seconds_count{kind="read"}')).toBeGreaterThan(0)
  const routes = text.match(/route="[^"]*"/g)
  expect(routes?.join(' ')).not.toMatch(/secret|8888|9999|nothing-here/)
})

test('searches are timed', async () => {
  await fetch(server.at('/api/medias/search?q=temple'))
  expect(value(await metrics(), 'nagare_search_duration_seconds_count{kind="results"}')).toBe(1)
})

test('the queue’s length and age are metrics, and so are the outcomes of jobs', async () => {
  await queueJob(server.deps.db, { kind: 'waiting', payload: {} })
  await server.deps.db
    .updateTable('jobs')
    .set({ run_at: new Date(Date.now() - 90_000).toISOString() })
    .where('kind', '=', 'waiting')
    .execute()
  await queueJob(server.deps.db, { kind: 'failing', payload: {} })
  server.deps.events.emit('jobQueued')
  const failed = 'nagare_job_duration_seconds_count{kind="failing",outcome="failed"}'
  await expect.poll(async () => value(await metrics(), failed)).toBe(1)
  const text = await metrics()
  expect(value(text, 'nagare_jobs{kind="waiting",state="due"}')).toBe(1)
  expect(value(text, 'nagare_job_oldest_due_seconds{kind="waiting"}')).toBeGreaterThanOrEqual(90)
  expect(value(text, 'nagare_disk_free_bytes{folder="data"}')).toBeGreaterThan(0)
})

test('a late backup shows in the metrics and in /readyz, which stays 200', async () => {
  const shop = await startTestServer({ env: { METRICS_PORT: '0', BACKUP_TARGET: '/nowhere' } })
  const last = async () => value(await metrics(shop), 'nagare_backup_last_success_timestamp_seconds')
  const ready = async () => {
    const answer = await fetch(shop.at('/readyz'))
    return [answer.status, await answer.json()]
  }
  expect(value(await metrics(), 'nagare_backup_last_success_timestamp_seconds')).toBeUndefined()
  expect(await last()).toBe(0)
  expect(await ready()).toEqual([200, { status: 'ok', warnings: ['backup late'] }])
  const at = new Date()
  await shop.deps.db
    .insertInto('operations')
    .values({ key: 'backup', value: JSON.stringify({ at }) })
    .execute()
  expect(await last()).toBe(at.getTime() / 1000)
  await expect.poll(ready, { interval: 250, timeout: 5_000 }).toEqual([200, { status: 'ok' }])
  await shop.close()
})

test('every metric that dashboard and alerts name exists', async () => {
  const alerts = readFileSync('ops/prometheus/alerts.yml', 'utf8')
  const dashboard = readFileSync('ops/grafana/nagare.json', 'utf8')
  const rules: { expr: string }[] = parse(alerts).groups[0].rules
  const panels: { targets?: { expr: string }[] }[] = JSON.parse(dashboard).panels
  const expressions = [...rules, ...panels.flatMap(({ targets = [] }) => targets)].map(({ expr }) => expr)
  const named = expressions.flatMap((expr) => expr.match(/\b(?:nagare|nodejs|process)_\w+/g) ?? [])
  const known = [...(await metrics()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(30)
  for (const name of new Set(named)) expect(known).toContain(name.replace(/_(bucket|count|sum)$/, ''))
})

test('metrics are on their own port only, and nowhere unless that is set', async () => {
  expect((await fetch(server.at('/metrics'))).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${server.metricsPort}/`)).status).toBe(404)
  const silent = await startTestServer()
  expect(silent.metricsPort).toBeUndefined()
  await silent.close()
})

test('without its database the server still reports its own metrics', async () => {
  const lost = await startTestServer({ env: { METRICS_PORT: '0' } })
  expect(value(await metrics(lost), 'nagare_database_up')).toBe(1)
  await lost.deps.db.destroy()
  const text = await metrics(lost)
  expect(value(text, 'nagare_database_up')).toBe(0)
  expect(value(text, 'nagare_webhooks_unhandled')).toBeUndefined()
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  await lost.close()
})
