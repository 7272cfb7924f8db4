/**
 * Whether a page that was fetched is only the shell that scripts would fill, and
 * what shows it. Says yes on evidence only: running a browser costs a hundred
 * times a fetch, and a short page is not an empty one.
 */
import { minContentLength } from "./scriptFilled.ts"
import { type Visible, visibleText } from "./visibleText.ts"

/** With this much text a page says something, though it has marks for its scripts: a server has built it. */
const maxMarkedText = 40
/** Marks are looked for in this much of the source, in characters. */
const window = 128 * 1024

const roots =
  /<(div|main|section)\b[^<>]{0,200}?\bid=["']?(?:root|app|__next|__nuxt|___gatsby|svelte|q-app|main-app|application|react-root|app-root|mount)["']?(?:\s[^<>]{0,200})?>\s*(?:<!--[^<>]{0,100}-->\s*)?<\/\1>/i
const elements = /<(app-root|my-app|ng-app|x-app)\b[^<>]{0,200}>\s*<\/\1>/i
const framed = /<i?frame\b[^<>]{0,500}\bsrc\s*=/i
const scriptRequirement =
  /enable|requires?|turn on|activate|without|need|supports?|aktivier|activer|habilit|disabled|deaktiviert/i
const waits = /checking your browser|one moment,? please|redirecting|please wait|loading\s?(?:\.{2,3}|…)?\s*$/i

/** Marks that frameworks leave for their scripts to take over. */
const hydration: ReadonlyArray<readonly [mark: string, framework: string]> = [
  ["__NEXT_DATA__", "Next.js"],
  ["self.__next_f", "Next.js"],
  ["window.__NUXT__", "Nuxt"],
  ["__NUXT_DATA__", "Nuxt"],
  ["___gatsby", "Gatsby"],
  ["data-reactroot", "React"],
  ["ng-version", "Angular"],
  ["data-sveltekit", "SvelteKit"],
  ["__remixContext", "Remix"],
  ["__INITIAL_STATE__", "a single-page application"],
  ["__APOLLO_STATE__", "a single-page application"]
]

/** Evidence in words; undefined when the page, of which the first `minContentLength` characters are seen, stands on its own. */
export const shellEvidence = (
  html: string,
  { elements: count, scripts, text }: Visible = visibleText(html, minContentLength)
): string | undefined => {
  if (text.length >= minContentLength) return undefined
  const source = html.length > window ? html.slice(0, window) : html
  if (scripts === 0) return text.length === 0 && framed.test(source) ? "a page that is only a frame" : undefined
  if (roots.test(source) || elements.test(source)) return "an empty root element"
  if (text.length < maxMarkedText && requiresScripts(source)) return "a note that scripts are needed"
  const mark = text.length < maxMarkedText ? hydration.find(([found]) => source.includes(found)) : undefined
  if (mark !== undefined) return `data for ${mark[1]}`
  if (text.length === 0) return count === 0 ? "a body of scripts only" : "scripts and no text"
  if (waits.test(text)) return `an interstitial: ${text.slice(0, 60)}`
  return undefined
}

/** Whether one of the first notes for visitors without scripts says that they are needed. */
const requiresScripts = (source: string): boolean => {
  let at = 0
  for (let note = 0; note < 5; note++) {
    const open = source.indexOf("<noscript", at)
    if (open < 0) return false
    const text = source.slice(open, open + 1_000)
    if (/java\s?script/i.test(text) && scriptRequirement.test(text)) return true
    at = open + 9
  }
  return false
}
