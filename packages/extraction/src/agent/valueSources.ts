/** Which pages say a value word for word: the check on what a model answers. */
import { isObject, pointer } from "@orbweaver/core/internal/support/jsonValue"

export interface ReadPage {
  readonly url: string
  readonly text: string
}

/** Values looked up; an answer has few, and each is searched for on every page. */
const maxValues = 500
/** Shorter texts stand on every page. */
const minLength = 2

/** The pages of each value, by its JSON pointer, and the pointers of those that no page says. */
export const valueSources = (
  data: unknown,
  pages: ReadonlyArray<ReadPage>
): {
  readonly sources: Readonly<Record<string, ReadonlyArray<string>>>
  readonly unsaid: ReadonlyArray<string>
} => {
  const texts = pages.map(({ text, url }) => ({ url, text: plain(text) }))
  const sources: Record<string, ReadonlyArray<string>> = {}
  const unsaid: Array<string> = []
  let count = 0
  const look = (value: unknown, at: string): void => {
    if (count >= maxValues) return
    if (Array.isArray(value)) return value.forEach((item, index) => look(item, pointer(at, index)))
    if (isObject(value)) return Object.entries(value).forEach(([name, item]) => look(item, pointer(at, name)))
    if (typeof value !== "string" && typeof value !== "number") return
    count++
    const forms = typeof value === "number" ? numberForms(value) : [plain(value)]
    if (forms.every((form) => form.length < minLength)) return
    const found = texts.filter(({ text }) => forms.some((form) => says(text, form))).map(({ url }) => url)
    if (found.length > 0) sources[at] = found.slice(0, 5)
    else unsaid.push(at)
  }
  look(data, "")
  return { sources, unsaid }
}

/** Whether the text contains the form, and not only as digits of a longer number. */
const says = (text: string, form: string): boolean => {
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const end = at + form.length
    if (!continuesNumber(text.slice(Math.max(0, at - 2), at), form, text.slice(end, end + 5))) return true
  }
  return false
}

/** `29` within `1299`, and `299` or `1` within `1,299`. A date such as `01.10.1987` does contain `1987`. */
const continuesNumber = (before: string, form: string, after: string): boolean =>
  (/^\d/.test(form) && (/\d$/.test(before) || (/\d[.,]$/.test(before) && /^\d{3}(?!\d)/.test(form)))) ||
  (/\d$/.test(form) && /^(?:\d|[.,]\d{3}(?!\d))/.test(after))

const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s*_`|\\]+/g, " ")
    .trim()

/** As pages write a number: `1299`, `1,299`, `1.299`, `12.5`, `12,5`. */
const numberForms = (value: number): ReadonlyArray<string> => {
  const written = String(value)
  const [whole = "", part] = written.split(".")
  const grouped = (mark: string) => whole.replace(/\B(?=(?:\d{3})+(?!\d))/g, mark)
  const fixed = value.toFixed(2)
  return part === undefined
    ? [written, grouped(","), grouped("."), grouped(" "), fixed]
    : [
        written,
        written.replace(".", ","),
        `${grouped(",")}.${part}`,
        `${grouped(".")},${part}`,
        fixed,
        fixed.replace(".", ",")
      ]
}
