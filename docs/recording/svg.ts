/**
 * A recording of a terminal as an animated picture: commands are typed, then their lines appear. Everything is visible
 * without animation. The last frame is a picture by itself too, because browsers need not tell a picture in a page that
 * its reader prefers reduced motion.
 */
import type { Scene } from "./record.ts"

const columns = 80
const fontSize = 14
const lineHeight = 20
const characterWidth = 8.4
const padding = 16
/** Seconds. */
const perCharacter = 0.03
const beforeOutput = 0.5
const perLine = 0.06
const betweenScenes = 1.2

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Long lines are cut, as a terminal that does not wrap does. */
const cut = (line: string): string => (line.length <= columns ? line : `${line.slice(0, columns - 1)}…`)

const seconds = (time: number): string => `${Number(time.toFixed(2))}s`

const animation = `@media (prefers-reduced-motion: no-preference) {
.line { animation-name: wait }
.command { animation-name: type; animation-fill-mode: backwards }
}
@keyframes wait { from, to { visibility: hidden } }
@keyframes type { from { clip-path: inset(0 100% 0 0) } to { clip-path: inset(0) } }
`

export interface Recording {
  readonly animated: string
  /** The last frame. */
  readonly still: string
}

export const recordingOf = (scenes: ReadonlyArray<Scene>, label: string): Recording => {
  const elements: Array<string> = []
  let row = 0
  let time = 0.5
  const add = (text: string, attributes: string): void => {
    const y = padding + lineHeight * row + fontSize
    if (text !== "") elements.push(`<text x="${padding}" y="${y}" ${attributes}>${escaped(text)}</text>`)
    row++
  }
  for (const { command, lines } of scenes) {
    const typed = `$ ${command}`
    const duration = typed.length * perCharacter
    add(
      cut(typed),
      `class="command" style="animation-delay:${seconds(time)};animation-duration:${seconds(duration)};animation-timing-function:steps(${typed.length})"`
    )
    time += duration + beforeOutput
    for (const line of lines) {
      add(cut(line), `class="line" style="animation-duration:${seconds(time)}"`)
      time += perLine
    }
    row++
    time += betweenScenes
  }
  const width = Math.ceil(columns * characterWidth) + 2 * padding
  const height = (row - 1) * lineHeight + 2 * padding
  const animated = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(label)}">
<style>
rect { fill: #f6f8fa; stroke: #d0d7de }
text { fill: #1f2328; font: ${fontSize}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre }
.command { fill: #3451b2; font-weight: 600 }
@media (prefers-color-scheme: dark) {
rect { fill: #161b22; stroke: #30363d }
text { fill: #e6edf3 }
.command { fill: #a8b1ff }
}
${animation}</style>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
${elements.join("\n")}
</svg>
`
  return { animated, still: animated.replace(animation, "").replaceAll(/ style="[^"]*"/g, "") }
}
