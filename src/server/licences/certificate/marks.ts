import { encode } from 'uqr'

type Document = PDFKit.PDFDocument

interface Place {
  x: number
  y: number
  /** Width and height, points. */
  size: number
  color: string
}

/** The site's logo: three currents in a square of 32 units. */
const CURRENTS = [
  { path: 'M3 10.5c4.2-4 7.6-4 11.2-.6s7.6 3.6 14.8-1.4', opacity: 1 },
  { path: 'M3 17.5c4.2-4 7.6-4 11.2-.6s7.6 3.6 14.8-1.4', opacity: 0.72 },
  { path: 'M3 24.5c4.2-4 7.6-4 11.2-.6s7.6 3.6 14.8-1.4', opacity: 0.42 },
]

export function drawMark(doc: Document, { x, y, size, color }: Place): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / 32)
  doc.lineWidth(2.6).lineCap('round').strokeColor(color)
  for (const { path, opacity } of CURRENTS) doc.path(path).strokeOpacity(opacity).stroke()
  doc.restore()
}

/** The logo as a Japanese seal. */
export function drawSeal(doc: Document, { x, y, size, color }: Place): void {
  doc
    .roundedRect(x, y, size, size, size / 8)
    .fillOpacity(1)
    .fill(color)
  doc.roundedRect(x + 2.2, y + 2.2, size - 4.4, size - 4.4, size / 12)
  doc.lineWidth(0.7).strokeOpacity(1).stroke('#ffffff')
  drawMark(doc, { x: x + size * 0.14, y: y + size * 0.14, size: size * 0.72, color: '#ffffff' })
}

/** As vectors, sharp at any size. */
export function drawQrCode(doc: Document, text: string, { x, y, size, color }: Place): void {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 0 })
  const side = size / modules
  for (const [row, cells] of data.entries())
    for (const { start, length } of darkRunsOf(cells))
      doc.rect(x + start * side, y + row * side, length * side, side)
  doc.fillOpacity(1).fill(color)
}

/** Adjacent modules become one rectangle, so no hairline shows between them. */
function darkRunsOf(cells: readonly boolean[]): { start: number; length: number }[] {
  const runs: { start: number; length: number }[] = []
  for (const [index, isDark] of cells.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last && last.start + last.length === index) last.length += 1
    else runs.push({ start: index, length: 1 })
  }
  return runs
}
