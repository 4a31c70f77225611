import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { npmInstall } from '../peers/npm-install.ts'

const VERSION = '13.5.0'
/** 180 MB with its dependencies, too much for a dev dependency; kept after the first install. */
const INSTALLED = join(import.meta.dirname, '../../../node_modules/.cache', `lighthouse-${VERSION}`)

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof CATEGORIES)[number]

interface Audit {
  id: string
  title: string
  /** 0 to 1; null if it does not apply. */
  score: number | null
  numericValue?: number
  details?: { items?: unknown[] }
}

/** The fields of a report that we read. */
export interface Report {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
  environment: { benchmarkIndex: number }
  runtimeError?: { message: string }
}

interface Flags {
  port: number
  output: 'json'
  logLevel: 'error'
  onlyCategories: readonly Category[]
  skipAudits: readonly string[]
  throttling: { cpuSlowdownMultiplier: number }
}

type Lighthouse = (url: string, flags: Flags) => Promise<{ lhr: Report } | undefined>

/** Installs Lighthouse from npm if necessary. @throws if it cannot be installed */
export async function findLighthouse(): Promise<Lighthouse> {
  if (!existsSync(INSTALLED)) {
    const half = `${INSTALLED}.${process.pid}`
    mkdirSync(half, { recursive: true })
    await npmInstall(half, [`lighthouse@${VERSION}`], 300)
    renameSync(half, INSTALLED)
  }
  const entry = join(INSTALLED, 'node_modules/lighthouse/core/index.js')
  return (await import(pathToFileURL(entry).href)).default
}

interface Visit {
  url: string
  /** Port of the browser's debugger. */
  port: number
  /** Factor of the CPU slowdown. */
  slowdown: number
  /** Whether search engines may list the page. */
  listed: boolean
}

/** A busy machine loses a recording now and then. */
const TRIES = 3

/** One visit by a phone with an empty cache on a simulated slow network. @throws if the page could not be measured */
export async function visit(lighthouse: Lighthouse, visited: Visit): Promise<Report> {
  for (let left = TRIES; ; left--) {
    try {
      return await visitOnce(lighthouse, visited)
    } catch (error) {
      if (left === 1) throw error
    }
  }
}

async function visitOnce(lighthouse: Lighthouse, { url, port, slowdown, listed }: Visit): Promise<Report> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: CATEGORIES,
    skipAudits: listed ? [] : ['is-crawlable'],
    throttling: { cpuSlowdownMultiplier: slowdown },
  })
  if (!result || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message}`)
  return result.lhr
}

/** Out of 100, as Lighthouse rounds. */
export function scoreOf({ categories }: Report, category: Category): number {
  return Math.round((categories[category].score ?? 0) * 100)
}

/** Audits that cost points, except speed, where no page has all. */
export function failures({ categories, audits }: Report): Audit[] {
  const checked = CATEGORIES.filter((category) => category !== 'performance')
  const refs = checked.flatMap((category) => categories[category].auditRefs)
  const failed = refs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
  return failed.map(({ id }) => audits[id]!)
}
