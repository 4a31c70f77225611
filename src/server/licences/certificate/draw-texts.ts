import type { Licence } from '#contract/clips/downloads.ts'
import {
  type CertificateFact,
  type CertificateFactWords,
  certificateFacts,
} from '#domain/clips/certificate-facts.ts'
import { licenceRestsOn } from '#domain/clips/license.ts'
import { COLORS, LEFT, STYLES, WIDTH } from './page-style.ts'
import { setText } from './set-text.ts'

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

type Draw = (doc: PDFKit.PDFDocument, parts: CertificateParts, y: number) => number

const GAP = 18
const FACTS_GAP = 24
const LISTS_GAP = 18

/** Licensee, facts and rules, below `y`. Returns the y below them. */
export const drawTexts: Draw = (doc, parts, y) => {
  const facts = drawLicensee(doc, parts, y) + GAP
  const rules = drawFacts(doc, parts, facts) + GAP
  return drawRules(doc, parts, rules)
}

const drawLicensee: Draw = (doc, { licence, words }, y) => {
  const place = { x: LEFT, width: WIDTH }
  setText(doc, words.certificate.statement, { ...place, y }, STYLES.statement)
  const below = setText(doc, licence.licensee_name, { ...place, y: y + 12, lines: 3 }, STYLES.name) + 10
  doc
    .moveTo(LEFT, below)
    .lineTo(LEFT + WIDTH, below)
    .lineWidth(0.6)
    .stroke(COLORS.line)
  return below
}

/** Two columns; a row is as high as its taller value. */
const drawFacts: Draw = (doc, { licence, words }, y) => {
  const width = (WIDTH - FACTS_GAP) / 2
  const facts = certificateFacts(licence, words.certificate, words.locale)
  let top = y
  for (let row = 0; row < facts.length; row += 2) {
    const bottoms = facts.slice(row, row + 2).map((fact, column) => {
      const place = { x: LEFT + column * (width + FACTS_GAP), y: top, width }
      return drawFact(doc, fact, place)
    })
    top = Math.max(...bottoms) + 5
  }
  if (licence.license_type !== 'editorial') return top
  return setText(doc, words.licence.certificate.editorial, { x: LEFT, y: top, width: WIDTH }, STYLES.warning)
}

function drawFact(
  doc: PDFKit.PDFDocument,
  { label, value }: CertificateFact,
  place: { x: number; y: number; width: number },
): number {
  const below = setText(doc, label, place, STYLES.label)
  return setText(doc, value, { ...place, y: below - 2, lines: 2 }, STYLES.value)
}

/** What is allowed, what is not, and what stays after the membership. */
const drawRules: Draw = (doc, { licence, words, siteName }, y) => {
  const last = licenceRestsOn(licence) === 'promotion' ? words.certificate.lasting : words.licence.after
  const width = (WIDTH - 2 * LISTS_GAP) / 3
  const bottoms = [words.licence.may, words.licence.mayNot, last].map(({ title, points }, column) => {
    const texts = points.map((point) => point.replaceAll('{siteName}', siteName))
    return drawList(doc, { title, texts }, { x: LEFT + column * (width + LISTS_GAP), y, width })
  })
  return Math.max(...bottoms)
}

function drawList(
  doc: PDFKit.PDFDocument,
  { title, texts }: { title: string; texts: string[] },
  { x, y, width }: { x: number; y: number; width: number },
): number {
  doc
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(1.4)
    .stroke(COLORS.accent)
  let top = setText(doc, title, { x, y: y + 5, width }, STYLES.listTitle) + 1
  for (const text of texts) {
    doc.circle(x + 1.3, top + 5.7, 1.1).fill(COLORS.accent)
    top = setText(doc, text, { x: x + 7, y: top, width: width - 7 }, STYLES.point) + 2
  }
  return top
}
