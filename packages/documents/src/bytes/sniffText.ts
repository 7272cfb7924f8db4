/**
 * Kinds of text files by their first lines. Runs for every page that is fetched, so nearly all are ruled out by their
 * first sign.
 */
import { latin } from "./latin.ts"

const start = 8192

export const sniffText = (bytes: Uint8Array): string | undefined => {
  const head = latin(bytes, 0, 64)
    .replace(/^\u00ef\u00bb\u00bf/, "")
    .trimStart()
  const first = head[0]
  if (first === undefined || first === "<") return undefined
  if (/^WEBVTT(?:\s|$)/.test(head)) return "text/vtt"
  if (/^BEGIN:VCALENDAR\b/i.test(head)) return "text/calendar"
  if (/^BEGIN:VCARD\b/i.test(head)) return "text/vcard"
  if (/^\d{1,7}\s*\n\s*\d{1,4}:\d\d:\d\d[.,]\d{1,3}\s*-->/.test(head)) return "application/x-subrip"
  if (first === "{") return isNotebook(latin(bytes, 0, start)) ? "application/x-ipynb+json" : undefined
  if (!/^[A-Za-z]/.test(first)) return undefined
  const text = latin(bytes, 0, start)
    .replace(/^\u00ef\u00bb\u00bf/, "")
    .trimStart()
  return isSavedPage(text) ? "application/x-mimearchive" : sniffMail(text)
}

/**
 * A page that was saved says where it and its parts were (RFC 2557), and has no receiver; a message with pictures is parted as
 * it is.
 */
const isSavedPage = (text: string): boolean => {
  if (!/^(?:[A-Za-z][\w-]{0,60}:|From )/.test(text)) return false
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  const fields = `\n${text.slice(0, end)}`
  return (
    /\ncontent-type:\s{0,80}multipart\/related\b/i.test(fields) &&
    !/\n(?:to|cc|bcc|received|delivered-to|return-path):/i.test(fields) &&
    (/\nsnapshot-content-location:/i.test(fields) || /\ncontent-location:/i.test(text.slice(end)))
  )
}

const isNotebook = (text: string): boolean =>
  /"cell_type"\s*:\s*"(?:markdown|code|raw|heading)"/.test(text) && /"(?:cells|worksheets)"\s*:\s*\[/.test(text)

const fieldLine = /^([A-Za-z][\w-]{0,60}):(?:[ \t]|$)/
/** Fields that say who wrote a message, or through which servers it came. */
const origins = new Set(["from", "sender", "return-path", "received", "delivered-to"])
/** Fields that messages have besides. */
const others = new Set([
  "date",
  "subject",
  "to",
  "message-id",
  "mime-version",
  "received",
  "content-type",
  "cc",
  "in-reply-to"
])

/** A message begins with its fields; text that begins with a line of that look has no sender or no second field. */
const sniffMail = (text: string): string | undefined => {
  const isMailbox = /^From \S[^\n]{0,200}\n[A-Za-z][\w-]{0,60}:/.test(text)
  const names = new Set<string>()
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (index === 0 && isMailbox) continue
    if (line === "") break
    if (/^[ \t]/.test(line) && names.size > 0) continue
    const name = fieldLine.exec(line)?.[1]?.toLowerCase()
    // The last line may be cut off.
    if (name === undefined) {
      if (index < 3) return undefined
      break
    }
    names.add(name)
  }
  const known = [...names].filter((name) => others.has(name)).length
  if (![...names].some((name) => origins.has(name)) || known < (names.has("from") || names.has("sender") ? 1 : 2))
    return undefined
  return isMailbox ? "application/mbox" : "message/rfc822"
}
