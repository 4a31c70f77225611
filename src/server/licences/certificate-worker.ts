import { taskApart } from '#server/build/run-apart.ts'
import { drawCertificate } from './certificate/draw-certificate.ts'
import type { CertificateParts } from './certificate/draw-texts.ts'

process.send!(await drawCertificate(await taskApart<CertificateParts>()))
