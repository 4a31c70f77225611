import { gzipSync } from 'node:zlib'
import JSZip from 'jszip'

/*
 * Small files made from the formats' public descriptions. The reader was also tried on samples in public repositories, with
 * our names in the place of theirs: OpenTimelineIO, otio-fcpx-xml-adapter and otio-cmx3600-adapter (Apache 2.0), and
 * supercuts/prproj-rs (MIT or Apache 2.0).
 */

export interface ProjectFile {
  name: string
  mimeType: string
  buffer: Buffer
}

const mimeType = 'application/octet-stream'
const fileOf = (name: string, bytes: Buffer | string): ProjectFile => ({
  ...{ name, mimeType },
  buffer: Buffer.from(bytes),
})
const xml = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

export const anyNames = (count: number) => Array.from({ length: count }, (_, i) => `nagare_none-${i}.mp4`)

/** Premiere Pro: gzipped XML with paths. */
export const prproj = (name: string) =>
  fileOf(
    'cut.prproj',
    gzipSync(
      `<?xml version="1.0"?><PremiereData Version="3"><Media ObjectUID="1"><ActualMediaFilePath>/Users/aoi/comps/${xml(name)}</ActualMediaFilePath></Media></PremiereData>`,
    ),
  )

/** Final Cut Pro: XML with URLs. */
export const fcpxml = (name: string) =>
  fileOf(
    'cut.fcpxml',
    `<?xml version="1.0"?><!DOCTYPE fcpxml><fcpxml version="1.10"><resources><asset id="r2" name="cut"><media-rep kind="original-media" src="file:///Volumes/Film/${encodeURIComponent(name)}"/></asset></resources></fcpxml>`,
  )

/** Final Cut Pro 7's XML, which Premiere Pro and Resolve export: URLs of Windows. */
export const xmeml = (name: string) =>
  fileOf(
    'cut.xml',
    `<?xml version="1.0"?><!DOCTYPE xmeml><xmeml version="4"><clip><file id="f-1"><name>${xml(name)}</name><pathurl>file://localhost/D%3a/comps/${encodeURIComponent(name)}</pathurl></file></clip></xmeml>`,
  )

/** CapCut: JSON with paths of Windows. */
export const capcut = (name: string) =>
  fileOf(
    'draft_content.json',
    JSON.stringify({ materials: { videos: [{ material_name: 'shot', path: `D:/comps/${name}` }] } }),
  )

/** OpenTimelineIO: JSON. */
export const otio = (name: string) =>
  fileOf(
    'cut.otio',
    JSON.stringify({ OTIO_SCHEMA: 'Clip.1', media_reference: { target_url: `D:\\cut\\${name}` } }),
  )

/** CMX 3600, as Resolve writes it. */
export const edl = (name: string) =>
  fileOf(
    'cut.edl',
    `TITLE: cut\r\n001  AX V C 00:00:00:00 00:00:08:00 01:00:00:00 01:00:08:00\r\n* FROM CLIP NAME: ${name}\r\n`,
  )

/** After Effects: big-endian RIFF chunks with text in UTF-8 and UTF-16. */
export const aep = (name: string) =>
  fileOf(
    'cut.aep',
    Buffer.concat([
      Buffer.from('RIFX\0\0\x01\0Egg!'),
      Buffer.from([0x8f, 0, 0xff, 3, 9]),
      Buffer.from(`C:\\comps\\${name}`, 'utf16le'),
      Buffer.from('LIST\0\0\0\x08'),
    ]),
  )

/** DaVinci Resolve: a zip of XML. */
export async function drp(name: string): Promise<ProjectFile> {
  const zip = new JSZip().file(
    'MediaPool/Master/MpFolder.xml',
    `<Sm2MpVideoClip><Name>${xml(name)}</Name></Sm2MpVideoClip>`,
  )
  return fileOf('cut.drp', await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }))
}

/** A small zip or gzip that unpacks to `bytes` zeros. */
export async function bomb(bytes: number): Promise<ProjectFile> {
  const zip = new JSZip().file('project.xml', Buffer.alloc(bytes))
  const packed = await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
  return fileOf('bomb.drp', packed)
}
