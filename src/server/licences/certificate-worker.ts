import { parentPort, workerData } from 'node:worker_threads'
import { drawCertificate } from './certificate/draw-certificate.ts'

parentPort?.postMessage(await drawCertificate(workerData))
