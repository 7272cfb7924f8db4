/**
 * A client of the Chrome DevTools Protocol on the pages of one session.
 *
 * ```
 * client ─► command ─► judge ─► a session of the browser, which is the client's own ─► reply, event ─► filter ─► client
 *                        └─ refused: an error of the protocol that says why
 * ```
 *
 * To the client, the context of the session is the default one, and the only one. A target or a session exists for it once
 * it was shown to it, so it can name no other. Playwright, which drives the same browser, and the page of scripts are not
 * shown. What the pages load goes through the proxy of their context.
 */
import type { RemoteClient } from "@orbweaver/core/network/OpenPage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { BoundedPipe, Message, PipeUser } from "../process/boundedPipe.ts"
import { Command, judge, maxPages } from "./commands.ts"

interface Options {
  readonly join: BoundedPipe["join"]
  /** The page that the session began with. */
  readonly targetId: string
}

/** Commands of one client that are unanswered at once. */
const maxUnanswered = 1000

const readCommand = Schema.decodeUnknownOption(Schema.fromJsonString(Command))

const TargetInfo = Schema.Struct({
  targetId: Schema.String,
  type: Schema.String,
  browserContextId: Schema.optionalKey(Schema.String)
})
type TargetInfo = typeof TargetInfo.Type

/** What of an event or reply is looked at. */
const Content = Schema.Struct({
  sessionId: Schema.optionalKey(Schema.String),
  targetId: Schema.optionalKey(Schema.String),
  targetInfo: Schema.optionalKey(TargetInfo)
})
const readContent = Schema.decodeUnknownOption(Content)

const Targets = Schema.Struct({ targetInfos: Schema.Array(Schema.Unknown) })
const readTargets = Schema.decodeUnknownOption(Targets)
const readTarget = Schema.decodeUnknownOption(TargetInfo)

/** Fails when the browser is gone. Ends when the client leaves or closes its browser. */
export const control = ({ join, targetId }: Options, client: RemoteClient): Effect.Effect<void, Error> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const connection: Connection = { events: () => undefined }
      return { connection, user: join((event) => connection.events(event)) }
    }),
    Effect.fnUntraced(function* ({ connection, user }) {
      const rootId = (yield* call(user, "Target.attachToBrowserTarget")).sessionId
      if (rootId === undefined) return yield* Effect.fail(new Error("The browser gave no session"))
      user.addSession(rootId)
      const { targetInfo } = yield* call(user, "Target.getTargetInfo", { targetId })
      const contextId = targetInfo?.browserContextId
      if (contextId === undefined) return yield* Effect.fail(new Error("The page has no browser context"))
      // Files that pages offer are not for a session.
      yield* call(user, "Browser.setDownloadBehavior", { behavior: "deny", browserContextId: contextId })
      return yield* serve({ client, connection, user, rootId, contextId }).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            user.send({ method: "Target.detachFromTarget", params: { sessionId: rootId } }, () => undefined)
          })
        )
      )
    }),
    ({ user }) => Effect.sync(user.leave)
  )

interface Connection {
  events: (event: Message) => void
}

interface Serving {
  readonly client: RemoteClient
  readonly connection: Connection
  readonly user: PipeUser
  /** The client's own session of the browser, which stands for the connection itself. */
  readonly rootId: string
  readonly contextId: string
}

const serve = ({ client, connection, contextId, rootId, user }: Serving): Effect.Effect<void> =>
  Effect.suspend(() => {
    /** What the client was shown; the type of each target. */
    const targets = new Map<string, string>()
    const sessions = new Set<string>()
    let unanswered = 0

    const deliver = (message: object) => client.send(JSON.stringify(message))
    const fail = (id: number | undefined, sessionId: string | undefined, code: number, message: string) =>
      deliver({ ...(id === undefined ? {} : { id }), error: { code, message }, ...inSession(sessionId) })

    const show = ({ targetId, type }: TargetInfo) => void targets.set(targetId, type)

    const isOwn = (target: TargetInfo, parent: string) => {
      // Frames and workers of a page of its own.
      if (parent !== rootId && target.browserContextId === undefined) return true
      return target.browserContextId === contextId
    }

    /** Whether the client is to have an event of its sessions. */
    const admits = (event: Message): boolean => {
      const { method = "", params, sessionId: parent = rootId } = event
      if (!method.startsWith("Target.")) return parent !== rootId
      const content = Option.getOrUndefined(readContent(params))
      if (content === undefined) return false
      const { sessionId, targetId, targetInfo } = content
      switch (method) {
        case "Target.attachedToTarget": {
          if (sessionId === undefined || targetInfo === undefined) return false
          if (!isOwn(targetInfo, parent)) {
            // It waits for us where the client wishes that targets wait.
            user.send({ method: "Target.detachFromTarget", params: { sessionId }, sessionId: parent }, () => undefined)
            return false
          }
          show(targetInfo)
          sessions.add(sessionId)
          user.addSession(sessionId)
          return true
        }
        case "Target.targetCreated":
        case "Target.targetInfoChanged":
          if (targetInfo === undefined || !isOwn(targetInfo, parent)) return false
          show(targetInfo)
          return true
        case "Target.detachedFromTarget":
          if (sessionId === undefined || !sessions.delete(sessionId)) return false
          user.removeSession(sessionId)
          return true
        case "Target.targetDestroyed":
          return targetId !== undefined && targets.delete(targetId)
        case "Target.targetCrashed":
          return targetId !== undefined && targets.has(targetId)
        default:
          return false
      }
    }

    connection.events = (event) => {
      if (admits(event)) deliver({ ...event, ...outside(event.sessionId) })
    }
    const outside = (sessionId: string | undefined) => ({ sessionId: sessionId === rootId ? undefined : sessionId })

    /** What of a reply the client is to have. */
    const resultFor = (method: string, result: object): object => {
      if (method === "Target.getTargets") {
        const { targetInfos } = Option.getOrElse(readTargets(result), () => ({ targetInfos: [] }))
        return {
          targetInfos: targetInfos.filter((given) => {
            const target = Option.getOrUndefined(readTarget(given))
            if (target === undefined || !isOwn(target, rootId)) return false
            show(target)
            return true
          })
        }
      }
      if (method === "Target.createTarget") {
        const { targetId } = Option.getOrElse(readContent(result), (): typeof Content.Type => ({}))
        if (targetId !== undefined && !targets.has(targetId)) targets.set(targetId, "page")
      }
      return result
    }

    const holdings = {
      contextId,
      hasTarget: (id: string) => targets.has(id),
      hasSession: (id: string) => sessions.has(id),
      canOpenPage: () => [...targets.values()].filter((type) => type === "page").length < maxPages
    }

    /** False when the client closes its browser. */
    const take = (text: string): boolean => {
      const command = Option.getOrUndefined(readCommand(text))
      if (command === undefined) {
        fail(undefined, undefined, -32_600, "A message is a JSON object with an integer id, a method, and its params")
        return true
      }
      const { id, method, sessionId } = command
      const verdict = judge(command, holdings)
      if (verdict.kind === "refuse") fail(id, sessionId, -32_000, `${method} is refused: ${verdict.why}`)
      else if (verdict.kind === "answer") deliver({ id, result: verdict.result, ...inSession(sessionId) })
      else if (unanswered >= maxUnanswered)
        fail(id, sessionId, -32_000, `${method} is refused: ${maxUnanswered} commands are unanswered`)
      else {
        unanswered++
        user.send({ method, params: verdict.params, sessionId: sessionId ?? rootId }, ({ error, result = {} }) => {
          unanswered--
          deliver({
            id,
            ...(error === undefined ? { result: resultFor(method, result) } : { error }),
            ...inSession(sessionId)
          })
        })
      }
      return method !== "Browser.close" || sessionId !== undefined
    }

    return Effect.gen(function* () {
      for (;;) {
        const text = yield* client.next
        if (text === undefined || !take(text)) return
        yield* Effect.promise(user.drained)
      }
    })
  })

const inSession = (sessionId: string | undefined) => (sessionId === undefined ? {} : { sessionId })

/** Sends a command on the pipe itself. */
const call = (user: PipeUser, method: string, params: object = {}): Effect.Effect<typeof Content.Type, Error> =>
  Effect.callback((resume) => {
    user.send({ method, params }, ({ error, result }) => {
      const content = Option.getOrUndefined(readContent(result))
      if (error !== undefined || content === undefined) {
        return resume(Effect.fail(new Error(`The browser refused ${method}: ${JSON.stringify(error)}`)))
      }
      resume(Effect.succeed(content))
    })
  })
