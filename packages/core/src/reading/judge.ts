/** What an answer is: the page itself, something in its place, or nothing. */
import type { CaptureOutcome } from "../model/Outcome.ts"
import { type BlockPageInput, detectBlock, firstText } from "./blockPage.ts"
import { shellEvidence } from "./emptyShell.ts"
import { minContentLength, scriptFilled, type ScriptFilled } from "./scriptFilled.ts"
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
  const filled = engine === "fetch" ? scriptFilled(html) : undefined
  if (first.length >= minContentLength) return withGaps(filled)
  const seen = visibleText(html, minContentLength)
  if (engine === "fetch") {
    const evidence = shellEvidence(html, seen)
    if (evidence !== undefined) return { kind: "empty", evidence, script: true }
    if (filled !== undefined) return withGaps(filled)
  }
  return {
    kind:
      seen.text === "" && !pictured.test(html.length > pictureWindow ? html.slice(0, pictureWindow) : html)
        ? "empty"
        : "ok",
    script: false
  }
}

/** A page that has text, and perhaps places that its scripts would fill. */
const withGaps = (filled: ScriptFilled | undefined): PageVerdict =>
  filled === undefined
    ? { kind: "ok", script: false }
    : { kind: filled.isEmpty ? "empty" : "ok", evidence: filled.evidence, script: true }

/** Characters in which pictures are looked for. */
const pictureWindow = 512 * 1024
/** What a page without text may show all the same. */
const pictured = /<(?:img|video|canvas|svg|iframe|embed|object)\b/i
