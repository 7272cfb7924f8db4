declare module "s3rver" {
  import type { IncomingMessage, ServerResponse } from "node:http"

  interface KoaContext {
    readonly req: IncomingMessage
    readonly res: ServerResponse
    status: number
    body: string
  }

  export interface S3rverOptions {
    readonly address: string
    readonly port: number
    readonly silent: boolean
    readonly directory: string
    readonly resetOnClose?: boolean
    readonly allowMismatchedSignatures?: boolean
    readonly configureBuckets?: ReadonlyArray<{ readonly name: string; readonly configs: ReadonlyArray<string> }>
  }
  export default class S3rver {
    constructor(options: S3rverOptions)
    /** That of Koa. */
    readonly middleware: Array<(context: KoaContext, next: () => Promise<unknown>) => Promise<unknown>>
    run(): Promise<{ readonly address: string; readonly port: number }>
    close(): Promise<void>
  }
}
