/** Actions: performed in order, and named when they fail or do not end. */
import { assert } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { RenderRequest } from "@orbweaver/core/network/Renderer"
import type { Action } from "@orbweaver/core/model/ScrapeOptions"
import { withEnoughTime } from "../patience.ts"
import { pngSize, reasonOf, render, Sites, type Tester, textOf } from "./rendering.ts"

export const tests = (it: Tester): void => {
  it.effect("performs actions in order and collects what they make", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      const { actions, body } = yield* render(site.url("/controls"), {
        actions: [
          { type: "click", selector: "#more" },
          { type: "click", selector: ".each", all: true },
          { type: "click", selector: ".none", all: true },
          { type: "click", selector: "#name" },
          { type: "write", text: "written" },
          { type: "write", text: `, ${"and more".repeat(2000)}.` },
          { type: "scrape" },
          { type: "press", key: "Enter" },
          { type: "wait", milliseconds: 10 },
          { type: "wait", selector: "#late" },
          { type: "scroll", selector: "#box" },
          { type: "scroll", direction: "up" },
          { type: "executeJavascript", script: "document.title" },
          { type: "executeJavascript", script: "return [box.scrollTop, await Promise.resolve(null)]" },
          { type: "executeJavascript", script: "undefined" },
          { type: "screenshot", viewport: { width: 320, height: 200 } },
          { type: "screenshot", quality: 30 },
          { type: "pdf", format: "A4", landscape: true, scale: 0.5 },
          { type: "click", selector: "#more" }
        ]
      })
      assert.isDefined(actions)
      assert.strictEqual(actions.scrapes.length, 1)
      assert.strictEqual(actions.scrapes[0]!.url, site.url("/controls").href)
      assert.include(actions.scrapes[0]!.html, `<p id="copy">written, and more`)
      assert.include(actions.scrapes[0]!.html, `and more.</p>`)
      assert.include(actions.scrapes[0]!.html, `<ul id="list"><li>item</li></ul>`)
      assert.notInclude(actions.scrapes[0]!.html, `class="each"`)
      assert.deepStrictEqual(actions.javascriptReturns, [
        { type: "string", value: "Entered" },
        { type: "object", value: [50, null] },
        { type: "undefined", value: null }
      ])
      assert.deepStrictEqual(
        actions.screenshots.map(({ mediaType }) => mediaType),
        ["image/png", "image/jpeg"]
      )
      assert.deepStrictEqual(pngSize(actions.screenshots[0]!.bytes), [320, 200])
      assert.strictEqual(new TextDecoder().decode(actions.pdfs[0]!.bytes.subarray(0, 5)), "%PDF-")
      assert.include(new TextDecoder().decode(body), `<ul id="list"><li>item</li><li>item</li></ul>`)
    })
  )

  it.effect("names the action that failed by index, kind and selector", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      const failures = yield* Effect.forEach(
        [
          { type: "click", selector: "#missing" },
          { type: "press", key: "NoSuchKey" },
          { type: "scroll", selector: "#missing" },
          { type: "executeJavascript", script: "throw new Error('mine')" },
          { type: "executeJavascript", script: "throw 'thrown'" },
          { type: "click", selector: "((" }
        ] as const,
        (action) => reasonOf(site.url("/controls"), { actions: [{ type: "scrape" }, action] }),
        { concurrency: 3 }
      )
      assert.deepStrictEqual(
        failures.map((reason) =>
          reason._tag === "ActionFailed" ? [reason.index, reason.action, reason.selector] : reason
        ),
        [
          [1, "click", "#missing"],
          [1, "press", undefined],
          [1, "scroll", "#missing"],
          [1, "executeJavascript", undefined],
          [1, "executeJavascript", undefined],
          [1, "click", "(("]
        ]
      )
      assert.match(failures[3]!.message, /mine/)
      assert.match(failures[4]!.message, /Uncaught "thrown"/)
    })
  )

  it.effect(
    "names the action that was under way when the time was up, whatever held it, and goes on serving",
    () =>
      Effect.gen(function* () {
        const { site } = yield* Sites
        const reasons = yield* withEnoughTime(
          (timeout) =>
            Effect.forEach(held, ([, change]) => reasonOf(site.url("/controls"), { timeout, ...change }), {
              concurrency: 2
            }),
          (reasons) => reasons.every((reason, at) => reason._tag === "ActionFailed" && reason.index === held[at]![0]),
          Duration.seconds(2)
        )
        for (const [at, [index, { actions }, message]] of held.entries()) {
          assert.deepInclude(reasons[at], { _tag: "ActionFailed", index, action: actions[index]!.type })
          assert.match(reasons[at]!.message, message)
        }
        assert.include(textOf(yield* render(site.url("/app"))), "Built by script")
      }),
    240_000
  )
}

type Change = Partial<RenderRequest> & Pick<RenderRequest, "actions">
const loop: Action = { type: "executeJavascript", script: "for (;;);" }
const focusLoops = "document.getElementById('name').onfocus = () => { for (;;); }"

/** The action that holds up the request, and the error that names it. */
const held: ReadonlyArray<readonly [index: number, request: Change, message: RegExp]> = [
  [
    1,
    {
      actions: [
        { type: "wait", selector: "#late" },
        { type: "wait", selector: "#never" }
      ]
    },
    /\(wait on #never\).* nothing visible matched the selector within \d+ ms/
  ],
  [0, { actions: [loop] }, /\(executeJavascript\).* did not end within \d+ ms/],
  [
    1,
    {
      actions: [
        { type: "wait", milliseconds: 1 },
        { type: "executeJavascript", script: "setTimeout(() => { for (;;); })" }
      ]
    },
    /\(executeJavascript\).* the page kept changing after it/
  ],
  [
    1,
    {
      actions: [
        { type: "executeJavascript", script: focusLoops },
        { type: "click", selector: "#name" }
      ]
    },
    /\(click on #name\).* within \d+ ms/
  ],
  // What these change of the tab must be set back, and the page no longer answers.
  [0, { actions: [loop], headers: { "x-token": "sesame" } }, /did not end/],
  [0, { actions: [loop], screenshot: { viewport: { width: 640, height: 480 } } }, /did not end/]
]
