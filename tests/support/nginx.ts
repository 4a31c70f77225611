import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

/** Whether this machine has nginx; tests of what it does are skipped elsewhere. */
export const HAS_NGINX = runs('nginx', '-v')
/** For certificates. */
export const HAS_OPENSSL = runs('openssl', 'version')

function runs(command: string, argument: string): boolean {
  try {
    execFileSync(command, [argument], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export interface Nginx {
  url: URL
  at(path: string): string
  /** Its log of errors. */
  log(): string
  stop(): Promise<void>
}

interface NginxOptions {
  servers: readonly URL[]
  /** The folder that `location /-/media/` sends from. */
  media?: string
  /** The worker's user and group, if not this one's; only root can choose. */
  user?: string
}

const isRoot = () => process.getuid?.() === 0

/** The printed file, as an operator has filled it in, without TLS. */
export async function startNginx({
  servers,
  media = '/none',
  user = isRoot() ? 'root' : undefined,
}: NginxOptions): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'nagare-nginx-'))
  chmodSync(folder, 0o755)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => {
    mkdirSync(join(folder, kind))
    return `${kind}_temp_path ${join(folder, kind)};`
  })
  const [port, plain] = [await freePort(), await freePort()]
  const log = join(folder, 'error.log')
  const upstream = servers
    .map(({ port }) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=2s;`)
    .join('\n')
  const site = printed([
    [/server 127\.0\.0\.1:4321;/, upstream],
    [/listen 80;/, `listen 127.0.0.1:${plain};`],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/^ *listen \[::\]:.*$/gm, ''],
    [/^ *ssl_.*$/gm, ''],
    [/alias [^;]+;/, `alias ${media}/;`],
  ])
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${join(folder, 'pid')}; worker_processes 1; ${user ? `user ${user};` : ''}
    events { worker_connections 512; }
    http { access_log off; ${temporary.join(' ')} ${site} }`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', file, '-e', log], { stdio: 'ignore' })
  const url = new URL(`http://127.0.0.1:${port}`)
  await answering(child, url)
  return {
    url,
    at: (path) => new URL(path, url).href,
    log: () => readFileSync(log, 'utf8'),
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** `ops/nginx/nagare.conf` with these changes, each of which must apply. */
export function printed(changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce(
    (text, [from, to]) => {
      if (!from.test(text)) throw new Error(`the printed file has no ${from}`)
      return text.replace(from, to)
    },
    readFileSync('ops/nginx/nagare.conf', 'utf8'),
  )
}

async function answering(child: ChildProcess, url: URL): Promise<void> {
  while (child.exitCode === null) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const req = request(url, { method: 'HEAD' }, (res) => resolve(res.resume() !== undefined))
    req.once('error', () => resolve(false)).end()
    if (await promise) return
    await sleep(20)
  }
  throw new Error('nginx did not start')
}
