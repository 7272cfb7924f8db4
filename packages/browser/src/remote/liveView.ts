/**
 * Shows a page to somebody elsewhere as pictures, and takes mouse and keys where that is allowed.
 *
 * ```
 * browser ─► newest picture ─► client, when the one before has left ─► the browser makes the next
 * ```
 */
import type { RemoteClient } from "@orbweaver/core/network/OpenPage"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import type { CDPSession, Page } from "playwright-core"
import { ignoreClosedPage } from "../tab/errors.ts"

interface ViewOptions {
  readonly isInteractive: boolean
}

const pictures = { format: "jpeg", quality: 70, maxWidth: 1280, maxHeight: 1280 } as const
/** Shortest time between two pictures. */
const interval = Duration.millis(60)
/** Longest wait for the page to take a key or a click; a script without an end may hold it. */
const inputLimit = Duration.seconds(5)

const modifiers = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 15 }))
const short = Schema.String.check(Schema.isMaxLength(32))

/** What a viewer does, in the words of the protocol's domain `Input`. */
const Input = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("mouse"),
    event: Schema.Literals(["mousePressed", "mouseReleased", "mouseMoved", "mouseWheel"]),
    /** CSS pixels of the page, as the next. */
    x: Schema.Finite,
    y: Schema.Finite,
    button: Schema.Literals(["none", "left", "middle", "right"]),
    clickCount: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 })),
    deltaX: Schema.Finite,
    deltaY: Schema.Finite,
    modifiers
  }),
  Schema.Struct({
    type: Schema.Literal("key"),
    event: Schema.Literals(["keyDown", "keyUp"]),
    key: short,
    code: short,
    /** What the key writes. */
    text: Schema.optionalKey(short),
    keyCode: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })),
    modifiers
  }),
  Schema.Struct({ type: Schema.Literal("text"), text: Schema.String.check(Schema.isMaxLength(100_000)) })
])
type Input = typeof Input.Type
const readInput = Schema.decodeUnknownOption(Schema.fromJsonString(Input))

const readOnly = "This address only shows the page: the interactive one takes mouse and keys"

/** Ends when the client leaves. Fails when the page is gone. */
export const show = (page: Page, client: RemoteClient, { isInteractive }: ViewOptions): Effect.Effect<void, unknown> =>
  Effect.acquireUseRelease(
    ask(() => page.context().newCDPSession(page)),
    (cdp) =>
      Effect.raceFirst(sendPictures(page, cdp, client), isInteractive ? takeInput(cdp, client) : refuseInput(client)),
    (cdp) => Effect.promise(() => cdp.detach().catch(ignoreClosedPage))
  )

const sendPictures = Effect.fnUntraced(function* (page: Page, cdp: CDPSession, client: RemoteClient) {
  const newest = yield* Queue.sliding<{ readonly data: string; readonly sessionId: number; readonly metadata: Size }>(1)
  cdp.on("Page.screencastFrame", (picture) => {
    Queue.offerUnsafe(newest, picture)
  })
  yield* ask(() => cdp.send("Page.startScreencast", pictures))
  for (;;) {
    const { data, metadata, sessionId } = yield* Queue.take(newest)
    const { deviceHeight: height, deviceWidth: width } = metadata
    yield* client.deliver(JSON.stringify({ type: "picture", url: page.url(), width, height, data }))
    yield* Effect.sleep(interval)
    yield* ask(() => cdp.send("Page.screencastFrameAck", { sessionId }))
  }
})

const ask = <A>(run: () => Promise<A>): Effect.Effect<A, unknown> =>
  Effect.tryPromise({ try: run, catch: (cause) => cause })

/** CSS pixels of the page. */
interface Size {
  readonly deviceWidth: number
  readonly deviceHeight: number
}

const takeInput = Effect.fnUntraced(function* (cdp: CDPSession, client: RemoteClient) {
  for (;;) {
    const message = yield* client.next
    if (message === undefined) return
    const input = readInput(message)
    if (Option.isNone(input)) client.send(problem("The message is no input of a mouse, a key or a text"))
    else {
      const taken = ask(() => dispatch(cdp, input.value))
      yield* Effect.ignore(Effect.timeout(taken, inputLimit))
    }
  }
})

const refuseInput = Effect.fnUntraced(function* (client: RemoteClient) {
  while ((yield* client.next) !== undefined) client.send(problem(readOnly))
})

const problem = (error: string) => JSON.stringify({ type: "error", error })

const dispatch = (cdp: CDPSession, input: Input): Promise<unknown> => {
  switch (input.type) {
    case "mouse": {
      const { event, type: _, ...rest } = input
      return cdp.send("Input.dispatchMouseEvent", { type: event, ...rest })
    }
    case "key": {
      const { event, keyCode, type: _, ...rest } = input
      return cdp.send("Input.dispatchKeyEvent", { type: event, windowsVirtualKeyCode: keyCode, ...rest })
    }
    case "text":
      return cdp.send("Input.insertText", { text: input.text })
  }
}
