import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type HistogramConfiguration,
  type Registry,
} from 'prom-client'
import { onSignal } from '#server/trace/signals.ts'

/** Seconds: a cached page takes less than a millisecond, a search in a large library a few hundred. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Seconds, for background work. */
const LONG_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600]

/** Counts this process's signals. @param cacheBytes memory of cached pages @returns a function that stops counting */
export function countProcess(registry: Registry, cacheBytes: () => number): () => void {
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'nagare_page_cache_bytes',
    help: 'Memory of cached pages and answers',
    registers: [registry],
    collect() {
      this.set(cacheBytes())
    },
  })
  const ends = [...countRequests(registry), ...countWork(registry)]
  return () => ends.forEach((end) => void end())
}

function countRequests(registry: Registry) {
  const requests = secondsIn(registry, {
    name: 'nagare_request_duration_seconds',
    help: 'Time until the answer began, by route and status',
    labelNames: ['route', 'status'],
  })
  const cache = new Counter({
    name: 'nagare_page_cache_answers_total',
    help: 'Answers of pages and lists by how the cache came by them: hit, stale (rendered again meanwhile) or miss',
    labelNames: ['state'],
    registers: [registry],
  })
  const renders = secondsIn(registry, {
    name: 'nagare_render_duration_seconds',
    help: 'Renders of pages and calls of endpoints, by route',
    labelNames: ['route'],
  })
  return [
    onSignal('request', ({ route, status, seconds, cache: state }) => {
      requests.observe({ route, status }, seconds)
      if (state) cache.inc({ state })
    }),
    onSignal('render', ({ route, seconds }) => renders.observe({ route }, seconds)),
  ]
}

function countWork(registry: Registry) {
  const queries = secondsIn(registry, {
    name: 'nagare_database_duration_seconds',
    help: 'Database statements, waiting for their turn included',
    labelNames: ['kind'],
  })
  const failures = new Counter({
    name: 'nagare_database_errors_total',
    help: 'Database statements that failed',
    registers: [registry],
  })
  const searches = secondsIn(registry, {
    name: 'nagare_search_duration_seconds',
    help: 'Searches and suggestions that the cache did not have',
    labelNames: ['kind'],
  })
  const jobs = secondsIn(registry, {
    name: 'nagare_job_duration_seconds',
    help: 'Runs of background jobs, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    buckets: LONG_SECONDS,
  })
  const webhooks = secondsIn(registry, {
    name: 'nagare_webhook_lag_seconds',
    help: 'From the arrival of a webhook until it was handled',
    buckets: LONG_SECONDS,
  })
  return [
    onSignal('query', ({ kind, seconds, failed }) => {
      queries.observe({ kind }, seconds)
      if (failed) failures.inc()
    }),
    onSignal('search', ({ kind, seconds }) => searches.observe({ kind }, seconds)),
    onSignal('job', ({ kind, outcome, seconds }) => jobs.observe({ kind, outcome }, seconds)),
    onSignal('webhook', ({ seconds }) => webhooks.observe(seconds)),
  ]
}

const secondsIn = <Label extends string>(registry: Registry, options: HistogramConfiguration<Label>) =>
  new Histogram({ buckets: SECONDS, ...options, registers: [registry] })
