import type { IncomingMessage } from 'node:http'
import { basename } from 'node:path'
import type { Server } from '@tus/server'
import { UPLOADS_PATH } from '#contract/studio/uploads.ts'
import type { Deps } from '#server/deps.ts'
import { codeOf } from '#server/http/endpoint/error-status.ts'
import { tusError } from '#server/uploads/files/tus-error.ts'
import type { UploadLocker } from './upload-locker.ts'

/** Milliseconds between progress reports. */
const REPORT_MS = 2_000
/** Milliseconds that an old request of the same upload has to store its bytes. */
const DRAIN_MS = 500

interface TusOptions extends Pick<Deps, 'site' | 'uploads'> {
  locker: UploadLocker
  /** The id of the upload that a request creates. */
  idOf(req: IncomingMessage): string
  /** The request that sends bytes of an upload. */
  bodyOf(id: string): IncomingMessage
  /** Every few seconds while bytes arrive, with their number. */
  onReceived(id: string, offset: number): void
  onFinish(id: string): Promise<void>
  /** The disk was full. */
  onFull(): void
}

/** The library that speaks tus. We check callers and requests before it does. */
export async function openTus({
  site,
  uploads,
  locker,
  idOf,
  bodyOf,
  onReceived,
  onFinish,
  onFull,
}: TusOptions): Promise<Server> {
  const [{ Server }, { readNodeBodies }] = await Promise.all([
    import('@tus/server'),
    import('./read-body.ts'),
  ])
  const server = new Server({
    path: UPLOADS_PATH,
    datastore: await uploads.files.tus(),
    locker,
    lockDrainTimeout: DRAIN_MS,
    maxSize: uploads.maxBytes,
    // Other sites may not read the answers.
    allowedOrigins: () => false,
    generateUrl: (_, { id }) => new URL(`${UPLOADS_PATH}/${basename(id)}`, site.url).href,
    getFileIdFromRequest: (_, last = '') => uploads.files.storeId(last),
    namingFunction: (req) => uploads.files.storeId(idOf(req.runtime?.node?.req as IncomingMessage)),
    onUploadFinish: async (_, { id }) => {
      await onFinish(basename(id)).catch((error) => {
        const code = codeOf(error)
        throw code === 'storageFull' || code === 'unavailable' ? tusError(code, error) : error
      })
      return {}
    },
    onResponseError: (_, error) => {
      if ('status_code' in error && error.status_code === 507) onFull()
      return undefined
    },
  })
  readNodeBodies(server, {
    bodyOf: (id) => bodyOf(basename(id)),
    reportMs: REPORT_MS,
    onReceived: (id, offset) => onReceived(basename(id), offset),
  })
  return server
}
