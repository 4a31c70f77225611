import { buffer } from 'node:stream/consumers'
import { parentPort, workerData } from 'node:worker_threads'
import PDFDocument from 'pdfkit'
import { type CertificateParts, drawCertificate } from './certificate/draw-certificate.ts'

const parts = workerData as CertificateParts
const { licence, words, siteName } = parts

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
const pdf = buffer(doc)
drawCertificate(doc, parts)
doc.end()
parentPort?.postMessage(await pdf)
