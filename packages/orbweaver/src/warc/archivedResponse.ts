/** The format `archivedResponse`: what the server answered, in a form that a WARC file is written from. */
import { defineFormat, type DefinedFormat } from "../pipeline/defineFormat.ts"

export interface ArchivedResponse {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** The body in Base64, decompressed; of a page that a browser rendered, its DOM in UTF-8. */
  readonly body: string
  /** ISO 8601. */
  readonly capturedAt: string
}

/**
 * Ask for it beside other formats (`formats: ["markdown", "archivedResponse"]`) of an instance that was made with
 * `formats: [archivedResponse]`. The document grows by four thirds of the body.
 */
export const archivedResponse: DefinedFormat<"archivedResponse", ArchivedResponse> = defineFormat({
  name: "archivedResponse",
  run: ({ page }): ArchivedResponse => ({
    status: page.status,
    headers: { ...page.headers },
    body: Buffer.from(page.bytes.buffer, page.bytes.byteOffset, page.bytes.byteLength).toString("base64"),
    capturedAt: page.capturedAt.toISOString()
  })
})
