/** Tools on a browser that stays open: run a script on its page, close it. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Url from "@orbweaver/core/model/Url"
import type { ScriptOutcome } from "@orbweaver/core/network/OpenPage"
import { BrowserSessions } from "@orbweaver/core/scrape/BrowserSessions"
import { tool } from "./Tool.ts"

const optional = Schema.optionalKey
const defaultSeconds = 30

export const interact = tool({
  name: "interact",
  endpoint: "executeInBrowser",
  title: "Use a page in a browser",
  description:
    "Runs JavaScript on a page in a browser that stays open between calls. `page` has Playwright's functions: await page.click(selector), page.fill, page.goto(url), page.getByRole(role, { name }).click(), page.textContent; the value of the last expression is the answer. Give url to open a browser, and the session of the answer to go on in it.",
  readOnly: false,
  fields: {
    code: Schema.String.check(Schema.isNonEmpty(), Schema.isMaxLength(100_000)),
    url: optional(Schema.String.annotate({ description: "Where a new browser begins" })),
    session: optional(Schema.String.annotate({ description: "The session of an earlier answer" })),
    timeoutSeconds: optional(
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 300 })).annotate({
        description: `Seconds for the script (default ${defaultSeconds})`
      })
    )
  },
  continuation: "Call again with code that gives a part of it",
  run: Effect.fnUntraced(function* ({ code, session: id, timeoutSeconds = defaultSeconds, url }) {
    const sessions = yield* BrowserSessions
    const session =
      id === undefined
        ? yield* sessions.open(url === undefined ? {} : { url: yield* Url.parse(url) })
        : yield* sessions.find(id)
    const timeout = Duration.seconds(timeoutSeconds)
    const [outcome, address] = yield* session.use((page) =>
      Effect.map(page.run(code, timeout), (outcome) => [outcome, page.url()] as const)
    )
    return textOf(session.id, address, outcome)
  })
})

const textOf = (id: string, address: string, { result, stderr, stdout }: ScriptOutcome): string =>
  [
    `Session: ${id}`,
    `Page: ${address}`,
    ...(stdout === "" ? [] : [`Output:\n${stdout.trimEnd()}`]),
    ...(stderr === "" ? [] : [`Errors:\n${stderr.trimEnd()}`]),
    `Result: ${result}`
  ].join("\n")

export const stopInteract = tool({
  name: "stop_interact",
  endpoint: "closeBrowser",
  title: "Close a browser",
  description:
    "Closes the browser of a session that interact opened. It closes by itself after five minutes without a call.",
  readOnly: false,
  fields: { session: Schema.String },
  run: Effect.fnUntraced(function* ({ session }) {
    yield* (yield* BrowserSessions).close(session)
    return `Session ${session} is closed`
  })
})
