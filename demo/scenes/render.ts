import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCanvas } from '@napi-rs/canvas'
import sharp from 'sharp'
import { encodeLoop } from './encode.ts'
import type { Scene, Still } from './scene.ts'

const usage = `node demo/scenes/render.ts [slug…] [--frames 0,0.25 --out DIR] [--library DIR]
Renders the named scenes and stills (all when none is named) into demo/library.
--frames  phases in [0, 1): write preview PNGs to --out instead of the master`

type Work = { scene?: Scene; still?: Still }

async function discover(folder: string): Promise<Work[]> {
  const url = new URL(`./${folder}/`, import.meta.url)
  const names: string[] = await readdir(url).catch(() => [])
  const files = names.filter((name) => name.endsWith('.ts')).sort()
  return Promise.all(files.map(async (name): Promise<Work> => import(new URL(name, url).href)))
}

/** Imports only the named files, so that one broken scene does not stop the others. */
async function named(slugs: string[]): Promise<Work[]> {
  const load = async (slug: string): Promise<Work> => {
    for (const folder of ['animated', 'stills']) {
      const names: string[] = await readdir(new URL(`./${folder}/`, import.meta.url)).catch(() => [])
      if (names.includes(`${slug}.ts`)) return import(new URL(`./${folder}/${slug}.ts`, import.meta.url).href)
    }
    throw new Error(`no scene or still named ${slug}`)
  }
  return Promise.all(slugs.map(load))
}

async function previewScene(scene: Scene, phases: number[], out: string) {
  const canvas = createCanvas(scene.width, scene.height)
  await scene.prepare?.()
  for (const phase of phases) {
    const started = performance.now()
    scene.draw(canvas.getContext('2d'), phase)
    const file = join(out, `${scene.slug}-${phase.toFixed(3)}.png`)
    await writeFile(file, canvas.toBuffer('image/png'))
    console.log(`${file}  ${Math.round(performance.now() - started)} ms`)
  }
}

async function renderScene(scene: Scene, library: string) {
  const canvas = createCanvas(scene.width, scene.height)
  const ctx = canvas.getContext('2d')
  await scene.prepare?.()
  const frames = Math.round(scene.fps * scene.seconds)
  const encoder = encodeLoop(scene, join(library, `${scene.slug}.mp4`))
  for (let frame = 0; frame < frames; frame++) {
    scene.draw(ctx, frame / frames)
    await encoder.write(canvas.data())
    if (frame % scene.fps === 0) process.stdout.write(`\r${scene.slug} ${frame}/${frames} `)
  }
  const bytes = await encoder.end()
  console.log(`\r${scene.slug}.mp4  ${frames} frames  ${(bytes / 1e6).toFixed(2)} MB`)
}

async function renderStill(still: Still, file: string) {
  const canvas = createCanvas(still.width, still.height)
  still.paint(canvas.getContext('2d'))
  const bytes = file.endsWith('.png')
    ? canvas.toBuffer('image/png')
    : await sharp(canvas.data(), { raw: { width: still.width, height: still.height, channels: 4 } })
        .jpeg({ quality: still.quality ?? 70, mozjpeg: true })
        .toBuffer()
  await writeFile(file, bytes)
  console.log(`${file}  ${(bytes.length / 1e6).toFixed(2)} MB`)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    frames: { type: 'string' },
    out: { type: 'string', default: '.' },
    library: { type: 'string', default: new URL('../library', import.meta.url).pathname },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}
const works = positionals.length
  ? await named(positionals)
  : [...(await discover('animated')), ...(await discover('stills'))]
const target = values.frames ? values.out : values.library
await mkdir(target, { recursive: true })
for (const { scene, still } of works) {
  if (scene && values.frames) await previewScene(scene, values.frames.split(',').map(Number), target)
  else if (scene) await renderScene(scene, target)
  if (still) await renderStill(still, join(target, `${still.slug}.${values.frames ? 'png' : 'jpg'}`))
}
