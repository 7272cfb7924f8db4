import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { files, makeRecording } from "../recording/main.ts"
import { recordingOf } from "../recording/svg.ts"

it("the recording of the home page shows what the command prints", async () => {
  const { animated, still } = await makeRecording()
  expect(readFileSync(files.animated, "utf8"), "run `npm run docs:recording`").toBe(animated)
  expect(readFileSync(files.still, "utf8")).toBe(still)
})

it("a recording shows all of its lines as text, moving or still", () => {
  const { animated, still } = recordingOf(
    [{ command: "echo '<b>'", lines: ["<b>", "", "x".repeat(100)] }],
    'A "terminal"'
  )
  for (const svg of [animated, still]) {
    const shown = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)
    expect(shown).toEqual(["$ echo '&lt;b&gt;'", "&lt;b&gt;", `${"x".repeat(79)}…`])
    expect(svg).toContain('aria-label="A &quot;terminal&quot;"')
    expect(svg).toContain("prefers-color-scheme: dark")
  }
  expect(animated).toContain("@keyframes")
  expect(still).not.toMatch(/animation|@keyframes/)
})
