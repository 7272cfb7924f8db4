/** What the sink of a job may use: the fetcher of the instance, and a place for warnings. */
import { Fetcher } from "@orbweaver/core/network/Fetcher"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Download, SinkContext } from "../sinks/Sink.ts"

const timeout = Duration.seconds(20)

/** A file by the fetcher, which asks the egress policy about its address and about every redirect. */
export const downloadFile = (url: string, { maxBytes }: Parameters<Download>[1]) =>
  Fetcher.use((fetcher) => fetcher.fetch({ url: new URL(url), timeout, maxBytes })).pipe(
    Effect.timeout(timeout),
    Effect.map(({ body, headers, status }) => ({ body, headers, status }))
  )

/** Most warnings of one sink. */
const maxWarnings = 20

export const makeSinkContext = (
  download: Download
): { readonly context: SinkContext; readonly warnings: Array<string> } => {
  const warnings: Array<string> = []
  return {
    context: { download, warn: (text) => void (warnings.length < maxWarnings && warnings.push(text)) },
    warnings
  }
}
