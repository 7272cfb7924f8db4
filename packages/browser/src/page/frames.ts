/**
 * What the frames of a page show, to be put where a reader sees them: comments, forms, embedded documents are in frames
 * of this or of other origins.
 *
 * ```
 * frame ─► its body as text of HTML, addresses made absolute ─┐
 * its <iframe> in the page above ◄─ an empty mark after it     ├─► text of the page, marks replaced
 * ```
 *
 * Only empty marks enter a document, and everything else is done on texts: one origin's elements are never alive in
 * another's page. Everything runs in a world of our own. Frames that nobody sees, of captchas and players, are left
 * out. What is left out though somebody sees it, because frames are many, long or slow, is named in a warning.
 */
import type { CDPSession, Page } from "playwright-core"
import type { Tab } from "../tab/tab.ts"
import { markConcealed } from "./concealment.ts"

interface Frames {
  /** Reads the frames, those inside others first. */
  readonly read: () => Promise<void>
  /** Puts the content of the frames that have been read so far where their marks are, and removes all marks. */
  readonly fill: (html: string) => string
  /** Which frames are missing, in sentences for people. */
  readonly warnings: () => ReadonlyArray<string>
}

/** Frames looked at; pages with more are mostly advertising. */
const maxFrames = 32

/** Missing frames whose addresses a warning names. */
const maxNamed = 5

interface FrameTarget {
  readonly id: string
  readonly url: string
  readonly parentId: string
  readonly session: CDPSession
  /** Of the document above. */
  readonly above: CDPSession
}

/** `undefined` when the page has no frames. `maxLength` is of all frames' content together, in characters. */
export const framesIn = (tab: Tab, maxLength: number): Frames | undefined => {
  if (tab.page.frames().length === 1) return undefined
  const nonce = crypto.randomUUID()
  const contents = new Map<string, FrameContent>()
  const tooLong: Array<string> = []
  /** Frames that are still to be read; undefined before it is known which there are. */
  let waiting: Set<FrameTarget> | undefined
  let more = 0
  const read = async (): Promise<void> => {
    const { found, others } = await framesOf(tab.page, tab.cdp)
    more = others
    waiting = new Set(found)
    const worldOf = isolatedWorlds()
    const marks = new Map(found.map((frame, place) => [frame, `${nonce}-${place}`]))
    // All marks before the first document is read: it holds those of the frames in it.
    const areSeen = await Promise.all(
      found.map((frame) => marked(frame, marks.get(frame)!, worldOf).catch(() => false))
    )
    const seen = found.filter((_, at) => areSeen[at])
    waiting = new Set(seen)
    let left = maxLength
    const take = (frame: FrameTarget, content: unknown): void => {
      waiting?.delete(frame)
      if (typeof content === "number") tooLong.push(frame.url)
      if (typeof content !== "string") return
      left -= content.length
      contents.set(marks.get(frame)!, { html: content, url: frame.url })
    }
    // The innermost first: addresses made absolute load the frames of a document anew.
    for (const level of levelsOf(seen).toReversed()) {
      const long: Array<FrameTarget> = []
      const share = Math.floor(left / level.length)
      await Promise.all(
        level.map(async (frame) => {
          const content = await contentOf(frame, share, worldOf).catch(() => null)
          if (typeof content === "number" && level.length > 1) long.push(frame)
          else take(frame, content)
        })
      )
      for (const frame of long) take(frame, await contentOf(frame, left, worldOf).catch(() => null))
    }
  }
  const warnings = (): ReadonlyArray<string> => [
    ...(more === 0 ? [] : [`Only ${maxFrames} of the page's ${maxFrames + more} frames were read.`]),
    ...(tooLong.length === 0 ? [] : [`Frames were left out because they are too long: ${named(tooLong)}.`]),
    ...(waiting === undefined
      ? ["The page's frames were left out because they did not answer in time."]
      : waiting.size === 0
        ? []
        : [`Frames were left out because they did not answer in time: ${named([...waiting].map(({ url }) => url))}.`])
  ]
  return { read, fill: (html) => fillMarks(html, nonce, contents), warnings }
}

const named = (addresses: ReadonlyArray<string>): string =>
  addresses
    .slice(0, maxNamed)
    .map((address) => address.slice(0, 200))
    .join(", ") + (addresses.length > maxNamed ? ` and ${addresses.length - maxNamed} more` : "")

/** What a frame shows, and its address. */
interface FrameContent {
  readonly html: string
  readonly url: string
}

/**
 * Frames that load only when they come into view load now. Not those that may start a film or fill the screen: players
 * and maps are heavy, and have no text. The result is their number.
 */
export const loadLateFrames = `(() => {
  const late = [...document.querySelectorAll("iframe[loading=lazy]")].filter(
    (frame) => !frame.allowFullscreen && !/autoplay|encrypted-media|fullscreen/.test(frame.allow)
  )
  for (const frame of late.slice(0, ${maxFrames})) frame.loading = "eager"
  return late.length
})()`

/** Puts contents where their marks are. A mark without content, of a frame that was not read in time, is removed. */
export const fillMarks = (html: string, nonce: string, contents: ReadonlyMap<string, FrameContent>): string => {
  const one = new RegExp(`<orbweaver-frame name="(${nonce}-\\d+)"></orbweaver-frame>`, "g")
  const fill = (text: string): string =>
    text.replace(one, (_, mark: string) => {
      const content = contents.get(mark)
      return content === undefined ? "" : `<div data-frame="${addressOf(content)}">${fill(content.html)}</div>`
    })
  return fill(html)
}

/** As the value of an attribute; nothing for what the page itself wrote into the frame. */
const addressOf = ({ url }: FrameContent): string =>
  /^https?:/.test(url) ? url.slice(0, 2_000).replaceAll("&", "&amp;").replaceAll('"', "&quot;") : ""

/** All frames but the main one, each after the one it is in. A frame of another process has a session of its own. */
const framesOf = async (
  page: Page,
  main: CDPSession
): Promise<{ readonly found: ReadonlyArray<FrameTarget>; readonly others: number }> => {
  const sessionOf = new Map<string, CDPSession>()
  const found: Array<FrameTarget> = []
  const add = async (session: CDPSession) => {
    const { frameTree } = await session.send("Page.getFrameTree")
    const walk = (tree: typeof frameTree) => {
      const { id, parentId } = tree.frame
      sessionOf.set(id, session)
      const above = parentId === undefined ? undefined : sessionOf.get(parentId)
      if (above !== undefined) found.push({ id, url: tree.frame.url, parentId: parentId!, session, above })
      for (const child of tree.childFrames ?? []) walk(child)
    }
    walk(frameTree)
  }
  await add(main)
  // Frames of this process have none of their own, and are in the tree above.
  const sessions = await Promise.all(
    page
      .frames()
      .slice(1, maxFrames)
      .map((frame) =>
        page
          .context()
          .newCDPSession(frame)
          .catch(() => undefined)
      )
  )
  for (const own of sessions) if (own !== undefined) await add(own).catch(() => undefined)
  return { found: found.slice(0, maxFrames), others: Math.max(0, page.frames().length - 1 - maxFrames) }
}

/** Those in the page itself, those in these, and so on; each frame comes after the one it is in. */
const levelsOf = (frames: ReadonlyArray<FrameTarget>): Array<Array<FrameTarget>> => {
  const depths = new Map<string, number>()
  const levels: Array<Array<FrameTarget>> = []
  for (const frame of frames) {
    const depth = (depths.get(frame.parentId) ?? -1) + 1
    depths.set(frame.id, depth)
    ;(levels[depth] ??= []).push(frame)
  }
  return levels
}

/** Marks the place of the frame in the document above; false when nobody sees it there. */
const marked = async ({ above, id, parentId }: FrameTarget, mark: string, worldOf: WorldOf): Promise<boolean> => {
  const { backendNodeId } = await above.send("DOM.getFrameOwner", { frameId: id })
  const executionContextId = await worldOf(above, parentId)
  const { object } = await above.send("DOM.resolveNode", { backendNodeId, executionContextId })
  const { result } = await above.send("Runtime.callFunctionOn", {
    objectId: object.objectId!,
    functionDeclaration: placeMark,
    arguments: [{ value: mark }],
    returnByValue: true
  })
  return result.value === true
}

const placeMark = `function (mark) {
  const { height, width } = this.getBoundingClientRect()
  if (width < 40 || height < 20 || getComputedStyle(this).visibility === "hidden") return false
  const place = document.createElement("orbweaver-frame")
  place.setAttribute("name", mark)
  this.after(place)
  return true
}`

/** The frame's body; null for an empty one, a captcha or a player, and its length for one that is too long. */
const bodyOf = (maxLength: number): string => `(() => {
  const { body, location } = { body: document.body, location: globalThis.location }
  if (!body || document.contentType !== "text/html") return null
  if (!/^(https?|blob|data|about):/.test(location.protocol)) return null
  if (/captcha|turnstile|challenges\\.cloudflare\\.com/i.test(location.host + location.pathname)) return null
  const isEmpty = body.innerText.trim() === "" && !document.querySelector("orbweaver-frame")
  if (isEmpty || document.querySelector("video")) return null
  for (const element of document.querySelectorAll("[href],[src],[poster],[action]")) {
    for (const name of ["href", "src", "poster", "action"]) {
      const value = element.getAttribute(name)
      const url = value ? URL.parse(value, document.baseURI) : null
      if (url) element.setAttribute(name, url.href)
    }
  }
  try { ${markConcealed}(document) } catch {}
  for (const element of document.querySelectorAll("script, style, noscript")) element.remove()
  const html = body.innerHTML
  return html.length > ${maxLength} ? html.length : html
})()`

const contentOf = async ({ id, session }: FrameTarget, maxLength: number, worldOf: WorldOf): Promise<unknown> => {
  const contextId = await worldOf(session, id)
  const { result } = await session.send("Runtime.evaluate", {
    expression: bodyOf(maxLength),
    contextId,
    returnByValue: true
  })
  return result.value
}

type WorldOf = (session: CDPSession, frameId: string) => Promise<number>

/** Our world in each frame, asked for once. */
const isolatedWorlds = (): WorldOf => {
  const worlds = new Map<string, Promise<number>>()
  const make = async (session: CDPSession, frameId: string): Promise<number> =>
    (await session.send("Page.createIsolatedWorld", { frameId, worldName: "orbweaver" })).executionContextId
  return (session, frameId) => {
    const world = worlds.get(frameId) ?? make(session, frameId)
    worlds.set(frameId, world)
    return world
  }
}
