// Commands of agent-browser: which lines become steps of a script, and which are refused and why.
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { Script } from "node:vm"
import { agentBrowserScript } from "../../../src/features/browser/agentBrowser.ts"
import { shellWords } from "../../../src/features/browser/shellWords.ts"

const script = (code: string) => Result.getOrThrow(agentBrowserScript(code))
const refusal = (code: string) => Result.getOrThrow(Result.flip(agentBrowserScript(code)))

describe("words of a line", () => {
  it("are parted and quoted as in a shell", () => {
    assert.deepStrictEqual(
      shellWords(`fill 'a b'"c \\"d\\" \\n"e\\ f '' # rest`),
      Result.succeed(["fill", `a bc "d" \\ne f`, ""])
    )
  })

  it("have no meaning that only a shell gives them", () => {
    for (const line of ["a | b", "a; b", "a && b", "a > b", "a $B", 'a "$B"', "a `b`", "a $(b)"]) {
      assert.include(Result.getOrThrow(Result.flip(shellWords(line))), "there is no shell", line)
    }
    assert.deepStrictEqual(
      shellWords("open 'https://a.test/?b=1&c=$d'"),
      Result.succeed(["open", "https://a.test/?b=1&c=$d"])
    )
    assert.isTrue(Result.isFailure(shellWords("a 'b")))
  })
})

describe("commands of agent-browser", () => {
  it("become steps that hold what callers wrote as text alone", () => {
    const made = script(`# first\n\nagent-browser open a.test:8080/x\nagent-browser fill @e2 '"); evil("'`)
    assert.include(made, 'page.goto("https://a.test:8080/x")')
    assert.include(made, 'page.locator("aria-ref=e2").first().fill("\\"); evil(\\"")')
    // Also in the words of its errors.
    assert.doesNotThrow(() => new Script(`async (page) => { ${made} }`))
  })

  it("take a selector of their own, and texts that begin with a dash", () => {
    const made = script(
      "agent-browser click '#send'\nagent-browser type @f1e3 -5\nagent-browser snapshot -i -s main -d 3"
    )
    assert.include(made, 'page.locator("#send").first().click()')
    assert.include(made, 'page.locator("aria-ref=f1e3").first().pressSequentially("-5")')
    assert.include(made, 'page.locator("main").first().ariaSnapshot({"mode":"ai","depth":3})')
  })

  it("are refused by their line and name, whatever stands before and behind", () => {
    const cases: ReadonlyArray<readonly [code: string, why: string]> = [
      ["ls", "line 1: ls is not run"],
      ["agent-browser get title\nagent-browser screenshot a.png", "line 2: agent-browser screenshot is not offered"],
      ["agent-browser get box @e1", "line 1: agent-browser get box is not offered"],
      ["agent-browser constructor", "line 1: agent-browser constructor is not offered"],
      ["agent-browser click", "line 1: click needs a selector or a ref"],
      ["agent-browser snapshot --json", "line 1: snapshot has no flag --json here"],
      ["agent-browser scroll sideways", "line 1: scroll takes up, down, left or right"],
      ["agent-browser open a.test | cat", "line 1: there is no shell for |"],
      ["\n# nothing", "no command of agent-browser in it"]
    ]
    for (const [code, why] of cases) assert.include(refusal(code), why)
  })
})
