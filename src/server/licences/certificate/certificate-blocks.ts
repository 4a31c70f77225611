import { type CertificateFact, certificateFacts } from '#domain/clips/certificate-facts.ts'
import { licenceRestsOn } from '#domain/clips/license.ts'
import type { CertificateParts } from './draw-certificate.ts'
import { COLORS, STYLES, WIDTH } from './page-style.ts'
import type { Block, Typesetter } from './typesetter.ts'

export interface Drawing {
  doc: PDFKit.PDFDocument
  type: Typesetter
  parts: CertificateParts
}

const FACTS_GAP = 24
const LISTS_GAP = 18

export function licenseeBlock({ doc, type, parts }: Drawing): Block {
  const { statement } = parts.words.certificate
  const name = type.fitted(parts.licence.licensee_name, { width: WIDTH, most: 3 }, STYLES.name)
  return {
    height: 24 + name.height,
    draw: ({ x, y }) => {
      type.line(statement, { x, y }, STYLES.statement)
      name.draw({ x, y: y + 19 })
      const below = y + 22 + name.height
      doc
        .moveTo(x, below)
        .lineTo(x + WIDTH, below)
        .lineWidth(0.6)
        .stroke(COLORS.line)
    },
  }
}

/** Two columns; a row is as high as its taller value. */
export function factsBlock({ type, parts }: Drawing): Block {
  const { licence, words } = parts
  const width = (WIDTH - FACTS_GAP) / 2
  const facts = certificateFacts(licence, words.certificate, words.locale).map((fact) =>
    factBlock(type, fact, width),
  )
  const rows = facts.flatMap((_, index) => (index % 2 === 0 ? [facts.slice(index, index + 2)] : []))
  const editorial = licence.license_type === 'editorial' ? words.licence.certificate.editorial : ''
  const warning = type.paragraph(editorial, { width: WIDTH }, STYLES.warning)
  const heights = rows.map((row) => Math.max(...row.map(({ height }) => height)))
  return {
    height: heights.reduce((sum, height) => sum + height, warning.height),
    draw: ({ x, y }) => {
      let top = y
      for (const [index, row] of rows.entries()) {
        for (const [column, fact] of row.entries()) fact.draw({ x: x + column * (width + FACTS_GAP), y: top })
        top += heights[index] ?? 0
      }
      warning.draw({ x, y: top })
    },
  }
}

function factBlock(type: Typesetter, { label, value }: CertificateFact, width: number): Block {
  const text = type.fitted(value, { width, most: 2 }, STYLES.value)
  return {
    height: 15 + text.height,
    draw: ({ x, y }) => {
      type.line(label, { x, y }, STYLES.label)
      text.draw({ x, y: y + 10 })
    },
  }
}

/** What is allowed, what is not, and what stays after the membership. */
export function rulesBlock(drawing: Drawing): Block {
  const { licence, certificate } = drawing.parts.words
  const last = licenceRestsOn(drawing.parts.licence) === 'promotion' ? certificate.lasting : licence.after
  const width = (WIDTH - 2 * LISTS_GAP) / 3
  const lists = [licence.may, licence.mayNot, last].map((list) => listBlock(drawing, list, width))
  return {
    height: Math.max(...lists.map(({ height }) => height)),
    draw: ({ x, y }) => {
      for (const [column, list] of lists.entries()) list.draw({ x: x + column * (width + LISTS_GAP), y })
    },
  }
}

function listBlock(
  { doc, type, parts }: Drawing,
  { title, points }: { title: string; points: readonly string[] },
  width: number,
): Block {
  const head = type.paragraph(title, { width }, STYLES.listTitle)
  const blocks = points.map((point) => {
    const text = point.replaceAll('{siteName}', parts.siteName)
    return type.paragraph(text, { width: width - 7 }, STYLES.point)
  })
  return {
    height: blocks.reduce((sum, { height }) => sum + height + 1.6, 8 + head.height),
    draw: ({ x, y }) => {
      doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(1.4)
        .stroke(COLORS.accent)
      head.draw({ x, y: y + 7 })
      let top = y + 8 + head.height
      for (const block of blocks) {
        doc.circle(x + 1.3, top + 5, 1.1).fill(COLORS.accent)
        block.draw({ x: x + 7, y: top })
        top += block.height + 1.6
      }
    },
  }
}
