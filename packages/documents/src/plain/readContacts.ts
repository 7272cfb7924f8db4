/** Contacts (vCard 2.1, 3.0 and 4.0, RFC 6350): a section for each person or organization. */
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { decodeText } from "../bytes/decodeText.ts"
import { escapeAttribute, escapeText, page } from "../markup/html.ts"
import { damaged } from "../model/failure.ts"
import type { Reader } from "../model/Reader.ts"
import { components, type ContentLine, contentLines, unescapeText } from "./contentLines.ts"

interface Contact {
  name: string
  readonly facts: Array<string>
}

/** Properties that are shown, with their labels. */
const labels: Readonly<Record<string, string>> = {
  NICKNAME: "Nickname",
  ORG: "Organization",
  TITLE: "Title",
  ROLE: "Role",
  TEL: "Phone",
  EMAIL: "Email",
  ADR: "Address",
  URL: "Website",
  IMPP: "Messaging",
  BDAY: "Birthday",
  ANNIVERSARY: "Anniversary",
  LANG: "Language",
  CATEGORIES: "Categories",
  NOTE: "Note"
}

export const readContacts: Reader = async ({ bytes, charset }, { caps }): Promise<Parsed> => {
  const { text, warnings } = await decodeText(bytes, charset)
  const contacts: Array<Contact> = []
  let current: Contact | undefined
  let more = false
  for (const line of contentLines(text)) {
    if (line.name === "BEGIN" && /^\s*vcard\s*$/i.test(line.value)) {
      if (contacts.length >= caps.maxRows) {
        more = true
        break
      }
      current = { name: "", facts: [] }
      contacts.push(current)
    } else if (line.name === "END") current = undefined
    else if (current !== undefined) addTo(current, line)
  }
  if (contacts.length === 0) throw damaged("it holds no contact")
  const level = contacts.length === 1 ? 1 : 2
  const parts = contacts.map(
    ({ facts, name }) =>
      `<section>\n<h${level}>${escapeText(name === "" ? "Without a name" : name)}</h${level}>${
        facts.length === 0 ? "" : `\n<ul>${facts.map((fact) => `<li>${fact}</li>`).join("")}</ul>`
      }\n</section>`
  )
  const title = contacts.length === 1 && contacts[0]!.name !== "" ? contacts[0]!.name : undefined
  return page(parts.join("\n"), {
    source: text,
    metadata: title === undefined ? {} : { title },
    warnings: [...warnings, ...(more ? [`Only the first ${caps.maxRows} contacts were read (maxRows).`] : [])]
  })
}

const maxFacts = 500

const addTo = (contact: Contact, { name, parameters, value }: ContentLine): void => {
  if (name === "FN") contact.name = unescapeText(value)
  else if (name === "N" && contact.name === "") {
    const [family = "", given = "", additional = "", prefix = "", suffix = ""] = components(value)
    contact.name = [prefix, given, additional, family, suffix].filter((part) => part !== "").join(" ")
  }
  const label = Object.hasOwn(labels, name) ? labels[name] : undefined
  if (label === undefined || contact.facts.length >= maxFacts) return
  const text =
    name === "ADR" || name === "ORG"
      ? components(value)
          .filter((part) => part !== "")
          .join(", ")
      : unescapeText(value)
  if (text === "") return
  const types = (parameters.get("TYPE") ?? "")
    .split(",")
    .map((type) => type.trim().toLowerCase())
    .filter((type) => type !== "" && !/^(?:pref|internet|voice|x-.*)$/.test(type))
  contact.facts.push(
    `<strong>${label}${types.length === 0 ? "" : ` (${escapeText([...new Set(types)].join(", "))})`}:</strong> ${valueHtml(name, text)}`
  )
}

const valueHtml = (name: string, text: string): string => {
  const address = text.replace(/^mailto:/i, "")
  if (name === "EMAIL" && /^[^\s@]+@[^\s@]+$/.test(address))
    return `<a href="mailto:${escapeAttribute(address)}">${escapeText(address)}</a>`
  if (name === "URL" && /^https?:\/\/\S+$/i.test(text))
    return `<a href="${escapeAttribute(text)}">${escapeText(text)}</a>`
  return escapeText(text.replace(/^tel:/i, "")).replaceAll("\n", "<br>")
}
