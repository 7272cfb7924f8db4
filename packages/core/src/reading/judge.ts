/** What an answer is: the page itself, something in its place, or nothing. */
import type { CaptureOutcome } from "../model/Outcome.ts"
import { type BlockPageInput, detectBlock, firstText } from "./blockPage.ts"
import { minContentLength, shellEvidence } from "./emptyShell.ts"
import { visibleText } from "./visibleText.ts"

export interface PageVerdict extends Pick<CaptureOutcome, "kind" | "vendor" | "evidence"> {
  /** A real browser may see more. */
  readonly script: boolean
}

export const isHtml = (mediaType: string) => mediaType === "text/html" || mediaType === "application/xhtml+xml"

/** Refusals are pages, or JSON where something else was asked for, so what a refused file says is looked at. */
export const judgeFile = (answer: Omit<BlockPageInput, "html">, body: Uint8Array): PageVerdict => {
  if (answer.status < 400) return { kind: body.byteLength === 0 ? "empty" : "ok", script: false }
  const html = new TextDecoder().decode(body.subarray(0, refusalBytes))
  const block = detectBlock({ ...answer, html })
  return block === undefined ? { kind: "http-error", script: false } : { kind: "blocked", ...block }
}

const refusalBytes = 16 * 1024

export const judgePage = (answer: BlockPageInput & { readonly engine: "fetch" | "browser" }): PageVerdict => {
  const { engine, html, status } = answer
  const first = firstText(html)
  const block = detectBlock(answer, first)
  if (block !== undefined) return { kind: "blocked", ...block }
  if (status >= 400) return { kind: "http-error", script: false }
  if (first.length >= minContentLength) return { kind: "ok", script: false }
  const seen = visibleText(html, minContentLength)
  if (engine === "fetch") {
    const evidence = shellEvidence(html, seen)
    if (evidence !== undefined) return { kind: "empty", evidence, script: true }
  }
  return {
    kind:
      seen.text === "" && !pictured.test(html.length > pictureWindow ? html.slice(0, pictureWindow) : html)
        ? "empty"
        : "ok",
    script: false
  }
}

/** Characters in which pictures are looked for. */
const pictureWindow = 512 * 1024
/** What a page without text may show all the same. */
const pictured = /<(?:img|video|canvas|svg|iframe|embed|object)\b/i
