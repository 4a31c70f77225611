import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratchFolder } from '../scratch.ts'
import { freePort, type Served, serve } from '../shops/serve.ts'

/**
 * nginx as one process: sendfile, open files cached, no access log. Serves the files in `root` and adds `headers` to
 * each. @throws if nginx is not installed
 */
export async function startNginx(root: string, headers: Record<string, string> = {}): Promise<Served> {
  const folder = scratchFolder('nginx')
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  mkdirSync(join(folder, 'temporary'))
  writeFileSync(file, configuration({ folder, root, port, headers }))
  return serve({
    program: 'nginx',
    args: ['-p', folder, '-c', file, '-e', join(folder, 'error.log')],
    port,
    ready: '/ready',
  })
}

interface Settings {
  folder: string
  root: string
  port: number
  headers: Record<string, string>
}

function configuration({ folder, root, port, headers }: Settings): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, 'temporary', kind)};`,
  )
  const added = Object.entries(headers).map(
    ([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`,
  )
  return `daemon off;
master_process off;
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=100;
  types { text/html html; application/json json; video/mp4 mp4; }
  ${temporary.join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    root ${root};
    ${added.join('\n    ')}
    location = /ready { return 200; }
  }
}
`
}
