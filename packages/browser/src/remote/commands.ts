/** What becomes of a command of a remote client: sent, with its parameters held to one context, answered here, or refused. */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { browserMethods, pageMethods } from "./methods.ts"

type Params = Readonly<Record<string, unknown>>

export const Command = Schema.Struct({
  id: Schema.Int,
  method: Schema.String,
  params: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
  /** The session of a page, a frame or a worker; none for the connection itself. */
  sessionId: Schema.optionalKey(Schema.String)
})
export type Command = typeof Command.Type

/** What the client has been shown, and so may name. */
export interface Holdings {
  /** The only browser context that exists for it. */
  readonly contextId: string
  readonly hasTarget: (id: string) => boolean
  readonly hasSession: (id: string) => boolean
  readonly canOpenPage: () => boolean
}

export type Verdict =
  | { readonly kind: "send"; readonly params: Params }
  | { readonly kind: "answer"; readonly result: object }
  | { readonly kind: "refuse"; readonly why: string }

/** Pages that a session has open at once. */
export const maxPages = 10

const send = (params: Params): Verdict => ({ kind: "send", params })
const refuse = (why: string): Verdict => ({ kind: "refuse", why })

/** Answered without the browser. */
const answers: Readonly<Record<string, object>> = {
  // The connection ends, and not the browser.
  "Browser.close": {},
  // Clients cannot connect without it. Files that pages offer are stopped whatever they wish for.
  "Browser.setDownloadBehavior": {},
  // The context of the session is the default one.
  "Target.getBrowserContexts": { browserContextIds: [] }
}

const reasons: Readonly<Record<string, string>> = {
  "Target.createBrowserContext": "a session has one browser context, whose pages the connection has from the beginning",
  "Target.disposeBrowserContext": "a session has one browser context, which ends with it",
  "DOM.setFileInputFiles": "it names files of the server",
  "Network.setRequestInterception": "it is superseded by Fetch.enable",
  "Network.loadNetworkResource": "it loads outside of the page",
  "Page.setDownloadBehavior": "files that pages offer are not for a session"
}

const notOffered = (isRoot: boolean) =>
  isRoot
    ? "it is about the browser, and the connection has the pages of one session only"
    : "it is not among the methods that a session offers"

export const judge = ({ method, params = {}, sessionId }: Command, holdings: Holdings): Verdict => {
  const isRoot = sessionId === undefined
  if (!isRoot && !holdings.hasSession(sessionId)) return refuse(`the connection has no session ${shown(sessionId)}`)
  const answer = isRoot ? answers[method] : undefined
  if (answer !== undefined) return { kind: "answer", result: answer }
  if (!(isRoot ? browserMethods : pageMethods).has(method)) return refuse(reasons[method] ?? notOffered(isRoot))
  const rule = rules[method]
  return rule === undefined ? send(params) : rule(params, holdings, isRoot)
}

type Rule = (params: Params, holdings: Holdings, isRoot: boolean) => Verdict

/** Concerns the context of the session, whatever the client calls it. */
const inContext: Rule = ({ browserContextId, ...params }, { contextId }, isRoot) =>
  browserContextId !== undefined && browserContextId !== contextId
    ? refuse(`the connection has no browser context ${shown(browserContextId)}`)
    : // The session of a page is in its context without a parameter.
      send(isRoot ? { ...params, browserContextId: contextId } : params)

/** Concerns a target that the client was shown. */
const ofTarget: Rule = (params, { hasTarget }) => {
  const { targetId } = params
  return typeof targetId === "string" && hasTarget(targetId)
    ? send(params)
    : refuse(`the connection has no target ${shown(targetId)}`)
}

const ofOwnSession: Rule = (params, { hasSession }) => {
  const { sessionId } = params
  return typeof sessionId === "string" && hasSession(sessionId)
    ? send({ sessionId })
    : refuse(`the connection has no session ${shown(sessionId)}`)
}

/** Leads to an address that a website could lead to, too. */
const toAddress: Rule = (params) => {
  const url = navigable(params["url"])
  return url === undefined
    ? refuse(`${shown(params["url"])} is no address for a page: it has http:, https:, data:, blob:, or about:blank`)
    : send({ ...params, url })
}

const rules: Readonly<Record<string, Rule>> = {
  "Browser.getWindowForTarget": ofTarget,
  "Browser.grantPermissions": inContext,
  "Browser.resetPermissions": inContext,
  "Browser.setPermission": inContext,
  "Storage.getCookies": inContext,
  "Storage.setCookies": inContext,
  "Storage.clearCookies": inContext,
  "Target.activateTarget": ofTarget,
  "Target.closeTarget": ofTarget,
  "Target.detachFromTarget": ofOwnSession,
  "Target.getTargetInfo": (params, holdings, isRoot) =>
    params["targetId"] === undefined ? send({}) : ofTarget(params, holdings, isRoot),
  "Target.attachToTarget": ({ targetId }, holdings, isRoot) => ofTarget({ targetId, flatten: true }, holdings, isRoot),
  "Target.setAutoAttach": (params, _, isRoot) =>
    params["flatten"] === true || params["autoAttach"] === false
      ? send(params)
      : refuse(`it needs flatten: true${isRoot ? "" : ", as on the connection"}`),
  "Target.createTarget": ({ background, browserContextId, height, url = "", width }, holdings, isRoot) => {
    if (!holdings.canOpenPage()) return refuse(`the session has ${maxPages} pages, as many as it may`)
    const addressed = toAddress({ url: url === "" ? "about:blank" : url }, holdings, isRoot)
    return addressed.kind === "send"
      ? inContext({ ...addressed.params, background, browserContextId, height, width }, holdings, isRoot)
      : addressed
  },
  "Page.navigate": toAddress,
  "Page.createIsolatedWorld": (params) =>
    // Chromium spells it so.
    send(Struct.omit(params, ["grantUniveralAccess"])),
  "Fetch.continueRequest": (params, holdings, isRoot) =>
    params["url"] === undefined ? send(params) : toAddress(params, holdings, isRoot),
  "Input.dispatchDragEvent": (params) =>
    hasFiles(params["data"]) ? refuse("it names files of the server") : send(params)
}

const schemes: ReadonlySet<string> = new Set(["http:", "https:", "data:", "blob:"])

/** An address as the browser reads it, if a page may go there. */
const navigable = (address: unknown): string | undefined => {
  const url = typeof address === "string" ? URL.parse(address) : null
  if (url === null) return undefined
  return schemes.has(url.protocol) || url.href === "about:blank" ? url.href : undefined
}

const hasFiles = (data: unknown): boolean => typeof data !== "object" || data === null || "files" in data

const maxShown = 80

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, maxShown) ?? "undefined"
