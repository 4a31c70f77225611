import type { Licence } from '#contract/downloads.ts'
import type { CertificateFactWords } from '#domain/clips/certificate-facts.ts'
import { type Drawing, factsBlock, licenseeBlock, rulesBlock } from './certificate-blocks.ts'
import { drawMark, drawQrCode, drawSeal } from './marks.ts'
import { COLORS, LEFT, PAGE, STYLES, WIDTH } from './page-style.ts'
import { Typesetter } from './typesetter.ts'

interface PointList {
  title: string
  points: readonly string[]
}

/** The texts of a certificate in one language. */
export interface CertificateWords {
  locale: 'en' | 'ja'
  certificate: CertificateFactWords & {
    title: string
    statement: string
    lasting: PointList
    verify: string
  }
  licence: { may: PointList; mayNot: PointList; after: PointList; certificate: { editorial: string } }
}

export interface CertificateParts {
  licence: Licence
  words: CertificateWords
  siteName: string
  verifyUrl: string
  /** JPEG, width and height in pixels; undefined if the clip is gone. */
  poster: { bytes: Buffer; width: number; height: number } | undefined
}

const POSTER_TOP = 106
const FOOT_TOP = 752
const GAP = 18

/** One A4 page. The poster fills the space the text leaves. */
export function drawCertificate(doc: PDFKit.PDFDocument, parts: CertificateParts): void {
  const drawing = { doc, type: new Typesetter(doc, parts.words.locale), parts }
  const blocks = [licenseeBlock(drawing), factsBlock(drawing), rulesBlock(drawing)]
  const height = FOOT_TOP - POSTER_TOP - blocks.reduce((sum, block) => sum + block.height + GAP, 0)
  drawPaper(doc)
  drawHead(drawing)
  drawPoster(drawing, height - GAP / 2)
  let y = POSTER_TOP + height + GAP / 2
  for (const block of blocks) {
    block.draw({ x: LEFT, y })
    y += block.height + GAP
  }
  drawFoot(drawing)
}

function drawPaper(doc: PDFKit.PDFDocument): void {
  doc.rect(0, 0, PAGE.width, PAGE.height).fill(COLORS.paper)
  drawFrame(doc, 20, 1.1)
  drawFrame(doc, 25, 0.4)
}

function drawFrame(doc: PDFKit.PDFDocument, inset: number, line: number): void {
  doc.rect(inset, inset, PAGE.width - 2 * inset, PAGE.height - 2 * inset)
  doc.lineWidth(line).stroke(COLORS.accent)
}

function drawHead({ doc, type, parts }: Drawing): void {
  const { title } = parts.words.certificate
  drawMark(doc, { x: LEFT - 2, y: 52, size: 32, color: COLORS.accent })
  type.line(parts.siteName, { x: LEFT + 38, y: 57 }, STYLES.site)
  type.line(title, { x: LEFT + WIDTH - type.width(title, STYLES.title), y: 63 }, STYLES.title)
}

/** Wide posters fill the field, others are centred in it. */
function drawPoster({ doc, parts: { poster } }: Drawing, height: number): void {
  doc.save().roundedRect(LEFT, POSTER_TOP, WIDTH, height, 6).clip()
  doc.rect(LEFT, POSTER_TOP, WIDTH, height).fill(COLORS.sunken)
  if (poster) {
    const size: [number, number] = [WIDTH, height]
    const fills = poster.width / poster.height > 1.5
    const place = { align: 'center', valign: 'center' } as const
    doc.image(poster.bytes, LEFT, POSTER_TOP, fills ? { cover: size, ...place } : { fit: size, ...place })
  } else {
    const middle = { x: LEFT + WIDTH / 2 - 40, y: POSTER_TOP + height / 2 - 40 }
    drawMark(doc, { ...middle, size: 80, color: COLORS.accent })
  }
  doc.restore()
}

function drawFoot({ doc, type, parts: { verifyUrl, words } }: Drawing): void {
  const size = 46
  const x = LEFT + size + 12
  drawQrCode(doc, verifyUrl, { x: LEFT, y: FOOT_TOP, size, color: COLORS.ink })
  type.line(words.certificate.verify, { x, y: FOOT_TOP + 10 }, STYLES.verify)
  type.line(verifyUrl, { x, y: FOOT_TOP + 25 }, STYLES.address)
  doc.link(LEFT, FOOT_TOP, WIDTH - size - 20, size, verifyUrl)
  drawSeal(doc, { x: LEFT + WIDTH - size, y: FOOT_TOP, size, color: COLORS.vermilion })
}
