/**
 * Commands of `agent-browser` (https://agent-browser.dev/commands), which Firecrawl's clients send as `bash`, as a script
 * of a browser session. There is no shell, and no program: each line is one command, and becomes one step of the script.
 */
import * as Result from "effect/Result"
import { shellWords } from "./shellWords.ts"

/** What a command does: JavaScript that gives its output, or nothing. */
type Command = (call: Call) => string

interface Call {
  /** Words that are no flags; a missing one is the reason of a refusal. */
  readonly word: (index: number, name: string) => string
  /** The words from there on as one. */
  readonly rest: (index: number) => string
  readonly has: (...names: ReadonlyArray<string>) => boolean
  /** The word behind a flag. */
  readonly valueOf: (...names: ReadonlyArray<string>) => string | undefined
}

const text = (value: unknown): string => JSON.stringify(value)

/** `@f1e2` is the element that the latest snapshot calls `[ref=f1e2]`; anything else is a selector of Playwright. */
const element = (selector: string): string => {
  const ref = /^(?:@|ref=)((?:f\d+)?e\d+)$/.exec(selector)?.[1]
  return `page.locator(${text(ref === undefined ? selector : `aria-ref=${ref}`)}).first()`
}

const target = (call: Call, index = 0) => element(call.word(index, "a selector or a ref"))

/** An action on an element, without output. */
const act =
  (method: string, argument?: string): Command =>
  (call) =>
    `await ${target(call)}.${method}(${argument === undefined ? "" : text(call.word(1, argument))})`

const get =
  (method: string): Command =>
  (call) =>
    `return await ${target(call, 1)}.${method}()`

const show = `return (await page.title()) + "\\n" + page.url()`

const open: Command = (call) => {
  const typed = call.word(0, "an address")
  const url = /^[a-z][a-z\d+.-]*:/i.test(typed) && !/^[^/]+:\d+/.test(typed) ? typed : `https://${typed}`
  return `await page.goto(${text(url)}); ${show}`
}

/** Roles of what a reader can act on, as `snapshot -i` lists them. */
const interactive =
  "button|link|textbox|searchbox|checkbox|radio|combobox|listbox|option|menuitem|menuitemcheckbox|menuitemradio|slider|spinbutton|switch|tab|treeitem"

const snapshot: Command = (call) => {
  const depth = call.valueOf("-d", "--depth")
  const options = text({ mode: "ai", ...(depth === undefined ? {} : { depth: Number(depth) }) })
  const all = `await ${element(call.valueOf("-s", "--selector") ?? "body")}.ariaSnapshot(${options})`
  const kept = call.has("-i", "--interactive")
    ? `.filter((line) => /^\\s*- (?:${interactive})\\b/.test(line)).map((line) => line.trim().replace(/:$/, ""))`
    : call.has("-c", "--compact")
      ? `.filter((line) => !/^\\s*- generic(?: \\[[^\\]]*\\])*:?$/.test(line))`
      : ""
  return `return (${all}).split("\\n")${kept}.join("\\n")`
}

const scroll: Command = (call) => {
  const direction = call.word(0, "a direction")
  const pixels = Number(call.rest(1) || 300)
  const by = { up: [0, -pixels], down: [0, pixels], left: [-pixels, 0], right: [pixels, 0] }[direction]
  if (by === undefined || !Number.isFinite(pixels))
    throw new Refusal("scroll takes up, down, left or right, and pixels")
  return `await page.evaluate(([x, y]) => { scrollBy(x, y) }, ${text(by)})`
}

const wait: Command = (call) => {
  const [words, url, load] = [
    ["-t", "--text"],
    ["-u", "--url"],
    ["-l", "--load"]
  ].map((names) => call.valueOf(...names))
  if (words !== undefined) return `await page.getByText(${text(words)}).first().waitFor()`
  if (url !== undefined) return `await page.waitForURL(${text(url)})`
  if (load !== undefined) return `await page.waitForLoadState(${text(load)})`
  const word = call.word(0, "milliseconds, a selector or a ref")
  return /^\d+$/.test(word) ? `await page.waitForTimeout(${Number(word)})` : `await ${element(word)}.waitFor()`
}

const commands: Readonly<Record<string, Command>> = {
  open,
  goto: open,
  navigate: open,
  back: () => `await page.goBack(); ${show}`,
  forward: () => `await page.goForward(); ${show}`,
  reload: () => `await page.reload(); ${show}`,
  snapshot,
  click: act("click"),
  dblclick: act("dblclick"),
  hover: act("hover"),
  focus: act("focus"),
  check: act("check"),
  uncheck: act("uncheck"),
  clear: act("clear"),
  scrollintoview: act("scrollIntoViewIfNeeded"),
  fill: (call) => `await ${target(call)}.fill(${text(call.rest(1))})`,
  type: (call) => `await ${target(call)}.pressSequentially(${text(call.rest(1))})`,
  select: act("selectOption", "a value"),
  press: (call) => `await page.keyboard.press(${text(call.word(0, "a key"))})`,
  scroll,
  wait,
  eval: (call) => `return await page.evaluate(${text(call.rest(0))})`,
  "get text": get("innerText"),
  "get html": get("innerHTML"),
  "get value": get("inputValue"),
  "get attr": (call) => `return await ${target(call, 1)}.getAttribute(${text(call.word(2, "an attribute"))})`,
  "get title": () => "return await page.title()",
  "get url": () => "return page.url()",
  "get count": (call) => `return await page.locator(${text(call.word(1, "a selector"))}).count()`,
  "is visible": get("isVisible"),
  "is enabled": get("isEnabled"),
  "is checked": get("isChecked")
}

/** Why a line is not run. */
class Refusal extends Error {}

/** Flags that stand before a value. */
const withValue: ReadonlySet<string> = new Set([
  "-d",
  "--depth",
  "-s",
  "--selector",
  "-t",
  "--text",
  "-u",
  "--url",
  "-l",
  "--load"
])
/** Flags alone. Negative numbers and texts with a dash are words. */
const alone: ReadonlySet<string> = new Set(["-i", "--interactive", "-c", "--compact"])
/** Only these commands have flags: the text of the others may begin with a dash. */
const flagged: ReadonlySet<string> = new Set(["snapshot", "wait"])

const callOf = (name: string, given: ReadonlyArray<string>): Call => {
  const words: Array<string> = []
  const flags = new Map<string, string>()
  for (let at = 0; at < given.length; at++) {
    const word = given[at]!
    if (!flagged.has(name) || !word.startsWith("-")) words.push(word)
    else if (withValue.has(word)) flags.set(word, given[++at] ?? "")
    else if (alone.has(word)) flags.set(word, "")
    else throw new Refusal(`${name} has no flag ${word} here`)
  }
  return {
    word: (index, what) => {
      const word = words[index]
      if (word === undefined) throw new Refusal(`${name} needs ${what}`)
      return word
    },
    rest: (index) => words.slice(index).join(" "),
    has: (...names) => names.some((flag) => flags.has(flag)),
    valueOf: (...names) => names.map((flag) => flags.get(flag)).find((value) => value !== undefined)
  }
}

const program = "agent-browser"

const known = Object.keys(commands).join(", ")

const stepOf = (line: string): string | undefined => {
  const split = shellWords(line)
  if (Result.isFailure(split)) throw new Refusal(split.failure)
  const [first, name = "", ...args] = split.success
  if (first === undefined) return undefined
  if (first !== program) {
    throw new Refusal(`${first} is not run: this server runs no programs, only commands of ${program}`)
  }
  const pair = `${name} ${args[0] ?? ""}`
  const command = Object.hasOwn(commands, name)
    ? commands[name]
    : Object.hasOwn(commands, pair)
      ? commands[pair]
      : undefined
  if (command === undefined) {
    const called = name === "get" || name === "is" ? pair.trim() : name
    throw new Refusal(`${program} ${called} is not offered: ${known} are`)
  }
  return command(callOf(name, args))
}

/** Longest line in an error of the script. */
const maxQuoted = 200

/** The script that does what the lines say and writes their output, or why it is not run. */
export const agentBrowserScript = (code: string): Result.Result<string, string> => {
  const steps: Array<string> = []
  for (const [index, line] of code.split(/\r?\n/).entries()) {
    const quoted = line.trim().slice(0, maxQuoted)
    try {
      const step = stepOf(line)
      if (step !== undefined) steps.push(`await step(${text(`line ${index + 1}, ${quoted}`)}, async () => { ${step} })`)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return Result.fail(`line ${index + 1}: ${error.message}`)
    }
  }
  if (steps.length === 0) return Result.fail(`no command of ${program} in it`)
  // The script's own console, whose lines are its output.
  return Result.succeed(`await (async () => {
  const { log } = console
  const step = async (name, run) => {
    try {
      const found = await run()
      log(found === undefined ? "\\u2713 Done" : found)
    } catch (error) { throw new Error(name + ": " + (error?.message ?? error)) }
  }
  ${steps.join("\n  ")}
})()`)
}
