declare module '@20minutes/s3rver' {
  interface Context {
    req: import('node:http').IncomingMessage
    method: string
    query: Record<string, string | undefined>
    status: number
    type: string
    body: string
  }

  /** A Koa application. */
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      directory: string
      serviceEndpoint: string
      silent: boolean
      allowMismatchedSignatures: boolean
      configureBuckets: { name: string }[]
    })
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    store: {
      getResourcePath(bucket: string, key: undefined, resource: 'uploads'): string
      putContent(path: string, content: unknown): Promise<[size: number, md5: string]>
    }
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
