import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { type CertificateParts, drawTexts } from './draw-texts.ts'
import { drawMark, drawQrCode, drawSeal } from './marks.ts'
import { COLORS, LEFT, PAGE, STYLES, WIDTH } from './page-style.ts'
import { registerFonts, setText } from './set-text.ts'

const POSTER_TOP = 106
const FOOT_TOP = 752
const GAP = 18

/** One A4 page as PDF. The poster fills the space the texts leave. */
export async function drawCertificate(parts: CertificateParts): Promise<Buffer> {
  const heightOfTexts = drawTexts(newDocument(parts), parts, 0)
  const textsTop = FOOT_TOP - GAP - heightOfTexts
  const doc = newDocument(parts)
  const pdf = buffer(doc)
  drawPaper(doc)
  drawHead(doc, parts)
  drawPoster(doc, parts, textsTop - GAP - POSTER_TOP)
  drawTexts(doc, parts, textsTop)
  drawFoot(doc, parts)
  doc.end()
  return pdf
}

function newDocument({ licence, words, siteName }: CertificateParts): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: words.locale,
    displayTitle: true,
    // No standard PDF font has Japanese.
    font: null as unknown as string,
    info: {
      Title: `${words.certificate.title} ${licence.id}`,
      Author: siteName,
      Creator: siteName,
      Producer: siteName,
      CreationDate: new Date(licence.created),
    },
  })
  registerFonts(doc)
  return doc
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

function drawHead(doc: PDFKit.PDFDocument, { siteName, words }: CertificateParts): void {
  drawMark(doc, { x: LEFT - 2, y: 52, size: 32, color: COLORS.accent })
  setText(doc, siteName, { x: LEFT + 38, y: 51.5, width: WIDTH - 200, lines: 1 }, STYLES.site)
  const title = { x: LEFT, y: 59.5, width: WIDTH, align: 'right' } as const
  setText(doc, words.certificate.title, title, STYLES.title)
}

/** Wide posters fill the field, others are centred in it. */
function drawPoster(doc: PDFKit.PDFDocument, { poster }: CertificateParts, height: number): void {
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

function drawFoot(doc: PDFKit.PDFDocument, { verifyUrl, words }: CertificateParts): void {
  const size = 46
  const place = { x: LEFT + size + 12, width: WIDTH - 2 * (size + 12), lines: 1 }
  drawQrCode(doc, verifyUrl, { x: LEFT, y: FOOT_TOP, size, color: COLORS.ink })
  setText(doc, words.certificate.verify, { ...place, y: FOOT_TOP + 8 }, STYLES.verify)
  setText(doc, verifyUrl, { ...place, y: FOOT_TOP + 23 }, STYLES.address)
  doc.link(LEFT, FOOT_TOP, WIDTH - size - 20, size, verifyUrl)
  drawSeal(doc, { x: LEFT + WIDTH - size, y: FOOT_TOP, size, color: COLORS.vermilion })
}
