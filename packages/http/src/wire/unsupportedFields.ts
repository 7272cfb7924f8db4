/**
 * What a request asks for and this server does not have: fields of today's clients that are accepted, change nothing,
 * and are named in the `warning` of the answer (docs/reference/v2.md §1.7).
 */

type Fields = Readonly<Record<string, unknown>>

/** Each field and its sentence. A value that asks for nothing (false, null, nothing inside) is no wish. */
const sentences: Readonly<Record<string, string>> = {
  agent: "agent is not supported by this server and was ignored.",
  auditMetadata: "auditMetadata is not kept by this server.",
  domainTools: "domainTools are not offered by this server.",
  enterprise: "enterprise is not offered by this server and was ignored.",
  fastMode: "fastMode is not supported by this server and was ignored.",
  onlyCleanContent: "onlyCleanContent is not supported by this server and was ignored.",
  profile: "profile is not supported by this server and was ignored.",
  redactPII: "redactPII is not supported by this server: nothing was redacted.",
  safe: "safe is not supported by this server and was ignored.",
  threatProtection: "threatProtection is not offered by this server, which judges addresses by its own egress policy.",
  useMock: "useMock is not offered by this server: the page itself was captured."
}

/** Items of lists that lead to nothing here. */
const items: ReadonlyArray<readonly [list: string, type: string, sentence: string]> = [
  ["parsers", "image", "The image parser is not offered by this server: pictures are not read."],
  ["sources", "alexandria", "The source alexandria is not offered by this server."]
]

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Whether a value asks for anything: what clients send by default does not. */
export const isSet = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  value !== "" &&
  value !== 0 &&
  (typeof value !== "object" || Object.keys(value).length > 0)

const typeOf = (item: unknown): unknown => (isFields(item) ? item["type"] : item)

const ofFields = (body: unknown): ReadonlyArray<string> => {
  if (!isFields(body)) return []
  const formats = body["formats"]
  return [
    ...Object.entries(sentences).flatMap(([name, sentence]) => (isSet(body[name]) ? [sentence] : [])),
    ...items.flatMap(([name, type, sentence]) => {
      const list = body[name]
      return Array.isArray(list) && list.some((item) => typeOf(item) === type) ? [sentence] : []
    }),
    ...(Array.isArray(formats) && formats.some((format) => isFields(format) && isSet(format["checkPromptInjection"]))
      ? ["checkPromptInjection is not supported by this server and was ignored."]
      : [])
  ]
}

/** The sentences for a body as it was sent, its `scrapeOptions` and `options` included; `undefined` when all is met. */
export const unsupportedFieldsWarning = (body: unknown): string | undefined => {
  if (!isFields(body)) return undefined
  const found = new Set([body, body["scrapeOptions"], body["options"]].flatMap(ofFields))
  return found.size === 0 ? undefined : [...found].join(" ")
}
