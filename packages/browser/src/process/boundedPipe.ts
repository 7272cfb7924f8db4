/**
 * Playwright's connection to a browser over pipes, with a bound on every message: pages and scripts decide how much the
 * browser sends, and a message longer than V8's longest string would end this process.
 *
 * A message beyond its bound is dropped. If it replies to a command, the command fails; if it announces a request that
 * is paused, the request fails; any other event is as if it had not been.
 */
import type { Readable, Writable } from "node:stream"
import type { ConnectOverCDPTransport } from "playwright-core"
import { type DroppedMessage, splitMessages } from "./boundedMessages.ts"

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

/** Bytes of a reply to a command; pictures of tall pages are the largest. */
export const maxReply = 96 * mebibyte
/** Bytes of an event; addresses, the longest part of most, have up to 2 MiB in Chromium. */
const maxEvent = 4 * mebibyte
/** Bytes of the events that differ, by their domain or name. */
const maxBytesOfEvent: Readonly<Record<string, number>> = {
  // Playwright keeps hundreds of these for each page: what it logs and throws, and its requests.
  Runtime: 64 * kibibyte,
  Log: 64 * kibibyte,
  Network: 512 * kibibyte,
  // What scripts ask for, and requests with their bodies, are not kept.
  "Runtime.bindingCalled": maxReply,
  "Fetch.requestPaused": maxReply
}

/** How the failure of a command begins whose reply was dropped. */
export const replyTooLarge = "The browser's reply exceeds"

/** Id of our own commands, whose replies nobody reads; those of other users are below it, and Playwright's are positive. */
const ownId = -1

export interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: object
  readonly sessionId?: string
  readonly result?: object
  readonly error?: object
}

/** A user of the browser beside Playwright: it has commands and sessions of its own, and Playwright sees none of them. */
export interface PipeUser {
  /** `onReply` gets the reply, under an id of the pipe. */
  readonly send: (command: Omit<Message, "id">, onReply: (reply: Message) => void) => void
  /** Events of this session are the user's from now on. */
  readonly addSession: (sessionId: string) => void
  readonly removeSession: (sessionId: string) => void
  /** Resolves when the browser has read what was sent. */
  readonly drained: () => Promise<void>
  /** The sessions of the user are nobody's from now on, and their events are dropped. */
  readonly leave: () => void
}

export interface BoundedPipe extends ConnectOverCDPTransport {
  readonly join: (onEvent: (event: Message) => void) => PipeUser
}

/** `end` is called when the browser has to go. */
export const boundedPipe = (toBrowser: Writable, fromBrowser: Readable, end: () => void): BoundedPipe => {
  /** Commands under way that run scripts. They fail by an exception: Playwright takes another error for a new document. */
  const evaluations = new Set<number>()
  /** Of users beside Playwright: who waits for which reply, and whose events are whose. */
  const replies = new Map<number, (reply: Message) => void>()
  const owners = new Map<string, (event: Message) => void>()
  let lastId = ownId

  const send = (message: Message) => {
    if (message.id !== undefined && message.method?.startsWith("Runtime.")) evaluations.add(message.id)
    if (toBrowser.writable) toBrowser.write(`${JSON.stringify(message)}\0`)
  }

  const deliver = async (message: Message) => {
    if (message.id !== undefined) evaluations.delete(message.id)
    if (message.id !== undefined && message.id <= ownId) {
      const onReply = replies.get(message.id)
      replies.delete(message.id)
      return onReply?.(message)
    }
    const owner = message.sessionId === undefined ? undefined : owners.get(message.sessionId)
    if (owner !== undefined) return owner(message)
    // A promise, which its type does not say.
    const handled: unknown = transport.onmessage?.(message)
    await handled
  }

  /** Each message has a turn of its own, as over Playwright's own pipe. */
  const receive = (read: () => Message) => {
    setImmediate(() => {
      // What Playwright does not understand ends the browser rather than this process.
      Promise.resolve().then(read).then(deliver).catch(end)
    })
  }

  const drop = ({ head, limit, tail }: DroppedMessage) => {
    const sessionId = /"sessionId":"(\w+)"\}$/.exec(tail)?.[1]
    const session = sessionId === undefined ? {} : { sessionId }
    const id = idOf(head)
    if (id !== undefined) {
      const text = `${replyTooLarge} ${limit}`
      const failure = evaluations.has(id)
        ? { result: { result: { type: "undefined" }, exceptionDetails: { text } } }
        : { error: { code: -32000, message: text } }
      return receive(() => ({ id, ...failure, ...session }))
    }
    const requestId = /^\{"method":"Fetch\.requestPaused","params":\{"requestId":"([^"]+)"/.exec(head)?.[1]
    if (requestId !== undefined) {
      send({ id: ownId, method: "Fetch.failRequest", params: { requestId, errorReason: "Failed" }, ...session })
    }
  }

  const join = (onEvent: (event: Message) => void): PipeUser => {
    const sessions = new Set<string>()
    const waiting = new Set<number>()
    return {
      send: (command, onReply) => {
        const id = --lastId
        waiting.add(id)
        replies.set(id, (reply) => {
          waiting.delete(id)
          onReply(reply)
        })
        send({ ...command, id })
      },
      addSession: (sessionId) => {
        sessions.add(sessionId)
        owners.set(sessionId, onEvent)
      },
      removeSession: (sessionId) => {
        if (sessions.delete(sessionId)) owners.delete(sessionId)
      },
      drained: () =>
        new Promise((resolve) => {
          if (!toBrowser.writableNeedDrain) return resolve()
          toBrowser.once("drain", resolve)
          toBrowser.once("close", resolve)
        }),
      leave: () => {
        for (const id of waiting) replies.delete(id)
        for (const sessionId of sessions) owners.delete(sessionId)
      }
    }
  }

  const transport: BoundedPipe = {
    send,
    join,
    close: () => {
      send({ id: ownId, method: "Browser.close" })
      end()
    }
  }
  fromBrowser.on(
    "data",
    splitMessages({ maxBytesOf, take: (message) => receive(() => JSON.parse(message.toString()) as Message), drop })
  )
  fromBrowser.once("close", () => transport.onclose?.())
  // The pipes of a browser that ends break at some time.
  fromBrowser.on("error", () => undefined)
  toBrowser.on("error", () => undefined)
  return transport
}

/** The command that a message replies to. */
const idOf = (head: string): number | undefined => {
  const id = /^\{"id":(-?\d+)/.exec(head)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Domain and name of an event, such as `Page.frameNavigated`. */
const eventOf = (head: string): string | undefined => /^\{"method":"(\w+\.\w+)"/.exec(head)?.[1]

const maxBytesOf = (head: string): number => {
  const event = eventOf(head)
  if (event === undefined) return maxReply
  return maxBytesOfEvent[event] ?? maxBytesOfEvent[event.slice(0, event.indexOf("."))] ?? maxEvent
}
