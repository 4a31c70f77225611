import type { CertificateFactWords } from '#domain/clips/certificate-facts.ts'

interface PointList {
  title: string
  points: readonly string[]
}

/** The words of a certificate in one language; the server knows no prose of its own. */
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
