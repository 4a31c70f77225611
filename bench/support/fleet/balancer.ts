import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratchFolder } from '../scratch.ts'
import { freePort, type Served, serve } from '../shops/serve.ts'

/** nginx in front of several of our servers, as docs/guide.md says. @throws if nginx is not installed */
export async function startBalancer(ports: readonly number[]): Promise<Served> {
  const folder = scratchFolder('balancer')
  const port = await freePort()
  mkdirSync(join(folder, 'temporary'))
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(folder, port, ports))
  return serve({
    program: 'nginx',
    args: ['-p', folder, '-c', file, '-e', join(folder, 'error.log')],
    port,
    ready: '/readyz',
  })
}

function configuration(folder: string, port: number, ports: readonly number[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, 'temporary', kind)};`,
  )
  const servers = ports.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=2s;`)
  return `daemon off;
master_process off;
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 100000000;
  ${temporary.join('\n  ')}
  upstream nagare {
    ${servers.join('\n    ')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 0;
    location / {
      proxy_pass http://nagare;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_request_buffering off;
      proxy_buffers 16 16k;
      proxy_next_upstream error timeout;
      proxy_connect_timeout 1s;
    }
  }
}
`
}
