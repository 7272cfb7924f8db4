/**
 * Turns what a tab shows into bytes: the document as it stands, or the body of
 * an answer that is no page (JSON, plain text, a picture). What frames show stands
 * where they are seen.
 *
 * Content inside open shadow roots is invisible to `outerHTML`, so it is moved
 * to where it is seen: a component's host gets the rendered tree as children,
 * with slots replaced by what is assigned to them (DOM standard §4.2.2.4). This
 * changes the document and comes last.
 */
import { type CaptureReason, TooLarge } from "@orbweaver/core/model/CaptureError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { markConcealed } from "./concealment.ts"
import { framesIn } from "./frames.ts"
import type { Tab } from "../tab/tab.ts"
import { attempt, evaluate } from "../tab/world.ts"

interface Serialized {
  readonly body: Uint8Array
  /** Undefined when the bytes are as the server sent them. */
  readonly contentType: string | undefined
  /** What of the page is missing, in sentences for people. */
  readonly warnings: ReadonlyArray<string>
}

/** Longest time for what the frames of a page show. */
const framesLimit = Duration.seconds(5)

interface Snapshot {
  readonly type: string
  readonly html: string | null
}

/** `hidden` are CSS selectors of elements to leave out. */
const snapshot = (maxLength: number, hidden: ReadonlyArray<string>): string => `(() => {
  const type = document.contentType
  if (type !== "text/html" && type !== "application/xhtml+xml") return { type, html: null }
  for (const hidden of ${JSON.stringify(hidden)}) {
    try { for (const element of document.querySelectorAll(hidden)) element.remove() } catch {}
  }
  try { ${markConcealed}(document) } catch {}
  if (document.body?.localName === "frameset") {
    const body = document.createElement("body")
    body.append(...document.querySelectorAll("orbweaver-frame"))
    document.body.replaceWith(body)
  }
  const hosts = []
  const find = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) { hosts.push(element); find(element.shadowRoot) }
    }
  }
  find(document)
  for (const host of hosts.reverse()) {
    const root = host.shadowRoot
    for (const slot of root.querySelectorAll("slot")) {
      const assigned = slot.assignedNodes()
      slot.replaceWith(...(assigned.length > 0 ? assigned : slot.childNodes))
    }
    for (const style of root.querySelectorAll("style, link[rel=stylesheet]")) style.remove()
    host.replaceChildren(...root.childNodes)
  }
  const { doctype } = document
  const html = (doctype ? "<!DOCTYPE " + doctype.name + ">" : "") + (document.documentElement?.outerHTML ?? "")
  return { type, html: html.length > ${maxLength} ? null : html }
})()`

export const serialize = (
  tab: Tab,
  maxBytes: number,
  hidden: ReadonlyArray<string>
): Effect.Effect<Serialized, CaptureReason> =>
  Effect.gen(function* () {
    const frames = framesIn(tab, maxBytes)
    // The page is what was asked for: after the limit it has those of its frames that have been read.
    if (frames !== undefined)
      yield* attempt(tab, frames.read).pipe(Effect.timeoutOrElse({ duration: framesLimit, orElse: () => Effect.void }))
    const { html, type } = yield* attempt(tab, () => evaluate(tab, snapshot(maxBytes, hidden)) as Promise<Snapshot>)
    if (type === "text/html" || type === "application/xhtml+xml") {
      const body = html === null ? undefined : new TextEncoder().encode(frames?.fill(html) ?? html)
      if (body === undefined || body.byteLength > maxBytes) return yield* new TooLarge({ limitBytes: maxBytes })
      return { body, contentType: "text/html; charset=utf-8", warnings: frames?.warnings() ?? [] }
    }
    const body = new Uint8Array(yield* attempt(tab, async () => (await tab.events.main?.body()) ?? new Uint8Array()))
    if (body.byteLength > maxBytes) return yield* new TooLarge({ limitBytes: maxBytes })
    return { body, contentType: undefined, warnings: [] }
  })
