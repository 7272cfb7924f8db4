/** Calendars (iCalendar, RFC 5545): a section for each event, task and journal entry. */
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { decodeText } from "../bytes/decodeText.ts"
import { escapeAttribute, escapeText, page } from "../markup/html.ts"
import { plainTextHtml } from "../markup/plainText.ts"
import { damaged } from "../model/failure.ts"
import type { Reader } from "../model/Reader.ts"
import { type ContentLine, contentLines, unescapeText } from "./contentLines.ts"

interface Entry {
  readonly kind: string
  readonly lines: Map<string, Array<ContentLine>>
}

const kinds = new Set(["VEVENT", "VTODO", "VJOURNAL"])
/** Lines of one name that are kept. */
const maxLines = 200

export const readCalendar: Reader = async ({ bytes, charset }, { caps }): Promise<Parsed> => {
  const { text, warnings } = await decodeText(bytes, charset)
  const entries: Array<Entry> = []
  /** Components that are open; alarms and time zones are parts of others. */
  const open: Array<string> = []
  let title = ""
  let isCalendar = false
  let more = false
  for (const line of contentLines(text)) {
    const value = line.value.trim().toUpperCase()
    if (line.name === "BEGIN") {
      if (open.length < 20) open.push(value)
      isCalendar ||= value === "VCALENDAR"
      if (!kinds.has(value)) continue
      if (entries.length >= caps.maxRows) {
        more = true
        break
      }
      entries.push({ kind: value, lines: new Map() })
    } else if (line.name === "END") open.pop()
    else if (open.length === 1 && (line.name === "X-WR-CALNAME" || line.name === "NAME"))
      title = unescapeText(line.value)
    else if (kinds.has(open.at(-1) ?? "")) {
      const { lines } = entries.at(-1)!
      const list = lines.get(line.name) ?? []
      lines.set(line.name, list)
      if (list.length < maxLines) list.push(line)
    }
  }
  if (!isCalendar) throw damaged("it holds no calendar")
  const parts = [title === "" ? "" : `<h1>${escapeText(title)}</h1>`, ...entries.map(entryHtml)].filter(
    (part) => part !== ""
  )
  return page(parts.join("\n"), {
    source: text,
    metadata: title === "" ? {} : { title },
    warnings: [
      ...warnings,
      ...(entries.length === 0 ? ["The calendar has no events, tasks or journal entries."] : []),
      ...(more ? [`Only the first ${caps.maxRows} entries were read (maxRows).`] : [])
    ]
  })
}

const entryHtml = ({ lines }: Entry): string => {
  const first = (name: string): ContentLine | undefined => lines.get(name)?.[0]
  const text = (name: string): string => unescapeText(first(name)?.value ?? "")
  const people = (name: string): string => (lines.get(name) ?? []).map(personHtml).join(", ")
  const url = text("URL")
  const facts = [
    ["When", whenText(first("DTSTART"), first("DTEND"), text("DURATION"))],
    ["Due", dateText(first("DUE"))],
    ["Repeats", escapeText(text("RRULE"))],
    ["Where", escapeText(text("LOCATION"))],
    ["Organizer", people("ORGANIZER")],
    ["Attendees", people("ATTENDEE")],
    ["Status", escapeText(text("STATUS").toLowerCase())],
    ["Categories", escapeText(text("CATEGORIES"))],
    [
      "Link",
      /^https?:\/\/\S+$/i.test(url) ? `<a href="${escapeAttribute(url)}">${escapeText(url)}</a>` : escapeText(url)
    ]
  ].flatMap(([name, html]) => (html === "" ? [] : [`<li><strong>${name}:</strong> ${html}</li>`]))
  const description = text("DESCRIPTION")
  const summary = text("SUMMARY")
  return [
    "<section>",
    `<h2>${escapeText(summary === "" ? "Without a title" : summary)}</h2>`,
    facts.length === 0 ? "" : `<ul>${facts.join("")}</ul>`,
    description === "" ? "" : plainTextHtml(description),
    "</section>"
  ]
    .filter((part) => part !== "")
    .join("\n")
}

const personHtml = ({ parameters, value }: ContentLine): string => {
  const address = value.trim().replace(/^mailto:/i, "")
  const name = parameters.get("CN") ?? address
  return /^[^\s@]+@[^\s@]+$/.test(address)
    ? `<a href="mailto:${escapeAttribute(address)}">${escapeText(name)}</a>`
    : escapeText(name)
}

/** The end of a day that is no part of it (§3.6.1) is the day before. */
const whenText = (start: ContentLine | undefined, end: ContentLine | undefined, duration: string): string => {
  const from = dateText(start)
  if (end === undefined) return duration === "" ? from : `${from} (${escapeText(duration)})`
  const days = /^\d{8}$/.test(end.value.trim())
  const to = dateText(days ? { ...end, value: dayBefore(end.value.trim()) } : end)
  if (to === from || to === "") return from
  // The day and the zone are named once.
  const [fromDay, toDay] = [from.slice(0, 10), to.slice(0, 10)]
  return fromDay === toDay && to.length > 11
    ? `${from.replace(/ \([^()]*\)$/, "")} – ${to.slice(11)}`
    : `${from} – ${to}`
}

const dayBefore = (day: string): string => {
  const millis = Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6, 8)) - 1)
  return Number.isNaN(millis) ? day : new Date(millis).toISOString().slice(0, 10).replaceAll("-", "")
}

/** ISO 8601 with a blank before the time, and the zone that the calendar names. */
const dateText = (line: ContentLine | undefined): string => {
  if (line === undefined) return ""
  const value = line.value.trim()
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?$/.exec(value)
  if (found === null) return escapeText(value)
  const [, year, month, day, hour, minute, utc] = found
  const date = `${year}-${month}-${day}`
  if (hour === undefined) return date
  const zone = utc === "Z" ? "UTC" : (line.parameters.get("TZID") ?? "")
  return `${date} ${hour}:${minute}${zone === "" ? "" : ` (${escapeText(zone)})`}`
}
