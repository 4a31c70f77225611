import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { SETTINGS } from '#server/config/config.ts'

interface Service {
  image: string
  command?: string[]
  env_file?: string
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  depends_on?: Record<string, unknown>
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
}

const read = (path: string) => readFileSync(path, 'utf8')

/** Instructions of the Dockerfile, by stage: continued lines joined, comments left out. */
function stages(): { from: string; steps: string[] }[] {
  const lines = read('Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
  const found: { from: string; steps: string[] }[] = []
  for (const line of lines.filter(Boolean))
    if (line.startsWith('FROM ')) found.push({ from: line.split(' ')[1]!, steps: [] })
    else found.at(-1)?.steps.push(line)
  return found
}

test('the image follows the rules of linters for Dockerfiles', () => {
  const all = stages()
  const steps = all.flatMap((stage) => stage.steps)
  for (const { from } of all) expect(from).toMatch(/^[\w./-]+:(?!latest)[\w.-]+$/)
  for (const step of steps) {
    expect(step).not.toMatch(
      /^(ADD|MAINTAINER)|\bsudo\b|^RUN cd |\bapk (add|upgrade)(?! --no-cache)|\bcurl\b/,
    )
    if (/^(CMD|ENTRYPOINT)/.test(step)) expect(step).toMatch(/^\w+ \[".*"\]$/)
    if (step.startsWith('WORKDIR')) expect(step).toMatch(/^WORKDIR \//)
  }
  const final = all.at(-1)!.steps
  expect(final.filter((step) => /^(CMD|ENTRYPOINT)/.test(step))).toHaveLength(2)
  expect(final.filter((step) => step.startsWith('USER'))).toEqual(['USER 10001:10001'])
  expect(final.join('\n')).toMatch(/HEALTHCHECK.*CMD \["node"/)
})

test('the server starts with the same heap wherever it starts', () => {
  const files = ['package.json', 'Dockerfile', 'compose.sqlite.yaml', 'ops/systemd/nagare.service']
  const starts = files.flatMap((file) => read(file).match(/^.*\bdist\/server\.mjs.*$/gm) ?? [])
  expect(starts).toHaveLength(files.length)
  for (const start of starts) expect(start.match(/--[a-z-]+=\d+/g)).toEqual(['--max-semi-space-size=4'])
})

test('the image has the Node that the project pins, and copies what exists and is not ignored', () => {
  const pinned = JSON.parse(read('package.json')).dependencies.node
  const nodes = stages().flatMap(({ from }) => (from.startsWith('node:') ? [from.slice(5)] : []))
  for (const tag of nodes) expect(tag.split('-')[0]).toBe(pinned)
  const copied = stages().flatMap(({ steps }) =>
    steps
      .filter((step) => step.startsWith('COPY') && !step.includes('--from'))
      .flatMap((step) =>
        step
          .split(' ')
          .slice(1, -1)
          .filter((path) => !path.startsWith('--')),
      ),
  )
  const ignored = read('.dockerignore').split('\n')
  for (const path of copied) {
    expect(existsSync(path), path).toBe(true)
    const [top, below] = path.split('/')
    if (below) expect(!ignored.includes(`${top}/*`) || ignored.includes(`!${top}/${below}`), path).toBe(true)
  }
  for (const secret of ['.env*', 'data', '.git', 'node_modules']) expect(ignored).toContain(secret)
})

test.each(['compose.yaml', 'compose.sqlite.yaml'])(
  '%s runs without rights, secrets or open ports',
  (file) => {
    const { services, volumes } = parse(read(file), { merge: true }) as {
      services: Record<string, Service>
      volumes: Record<string, null>
    }
    for (const [name, service] of Object.entries(services)) {
      const { environment = {}, ports = [], volumes: mounts = [], depends_on = {}, env_file } = service
      expect(service.image, name).toMatch(/^[\w./-]+:(?!latest)./)
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
      for (const [key, value] of Object.entries(environment))
        if (/KEY|PASSWORD|SECRET|DATABASE_URL/.test(key)) expect(value, key).toMatch(/\$\{\w+:\?/)
      for (const mount of mounts) {
        const [source = ''] = mount.split(':')
        expect(source.startsWith('.') ? existsSync(source) : source in volumes, mount).toBe(true)
      }
      for (const other of Object.keys(depends_on)) expect(services).toHaveProperty(other)
      if (!service.image.startsWith('nagare:')) continue
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
      expect(service.security_opt).toContain('no-new-privileges:true')
      expect(existsSync(`${env_file}.example`)).toBe(true)
      for (const key of Object.keys(environment)) if (!key.startsWith('AWS_')) expect(SETTINGS).toContain(key)
    }
  },
)

test('examples of settings name settings that exist, and the secrets that compose.yaml asks for', () => {
  const namesIn = (text: string) => [...text.matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name]) => name)
  for (const name of namesIn(read('ops/compose/nagare.env.example'))) expect(SETTINGS).toContain(name)
  const asked = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)
  expect(new Set(namesIn(read('ops/compose/secrets.env.example')))).toEqual(new Set(asked))
})
