/**
 * Pages in frames that can do nothing: no script runs in them, no form leaves them, and the policy of the console lets
 * them load nothing from anywhere else. What could is taken out before, so that nothing depends on one wall alone.
 */
import marks from "../public/marks.css?raw"

/** Elements that run, load or navigate. */
const active =
  "script, iframe, frame, frameset, object, embed, applet, portal, base, link, meta, style, form, template, noscript, audio, video, source, track"

/** Largest page that is shown; browsers grow slow beyond. */
const maxHtml = 3_000_000

const attributesThatRun = (name: string): boolean =>
  /^on|^(?:srcdoc|formaction|action|ping|background|style|srcset)$/i.test(name)
const addresses = new Set(["href", "src", "xlink:href", "poster", "data"])

const clean = (document: Document): void => {
  for (const element of document.querySelectorAll(active)) element.remove()
  for (const element of document.querySelectorAll("*")) {
    for (const name of element.getAttributeNames()) {
      const value = element.getAttribute(name) ?? ""
      const isAddress = addresses.has(name.toLowerCase())
      if (attributesThatRun(name)) element.removeAttribute(name)
      else if (isAddress && !/^(?:https?:|mailto:|#|data:image\/)/i.test(value.trim())) element.removeAttribute(name)
      // Nothing is loaded from the page's host; where it leads can still be read.
      else if (isAddress && name.toLowerCase() !== "href" && !/^data:image\//i.test(value))
        element.removeAttribute(name)
      else if (name.toLowerCase() === "href" && element.localName !== "a") element.removeAttribute(name)
    }
    if (element.localName === "a") {
      const href = element.getAttribute("href")
      element.removeAttribute("href")
      element.removeAttribute("target")
      if (href !== null) element.setAttribute("title", href)
    }
  }
}

export interface Cut {
  readonly rule: string
  readonly path: string
}

/** Escapes a name so that a selector finds it as it stands. */
const selectorOf = (part: string): string | undefined => {
  const read = /^([\w-]+)((?:[#.][^#.\s>]+)*)$/.exec(part.trim())
  if (read === null) return undefined
  const names = [...(read[2] ?? "").matchAll(/([#.])([^#.\s>]+)/g)]
  return read[1] + names.map(([, sign, name]) => sign + CSS.escape(name!)).join("")
}

const find = (document: Document, path: string): ReadonlyArray<Element> => {
  const parts = path.split(" > ").map(selectorOf)
  if (parts.some((part) => part === undefined)) return []
  try {
    return [...document.querySelectorAll(parts.join(" > "))]
  } catch {
    return []
  }
}

/** A page for `srcdoc`; parts that main content left out carry the rule that did. */
export const framed = (html: string, cuts: ReadonlyArray<Cut> = []): string => {
  const document = new DOMParser().parseFromString(html.slice(0, maxHtml), "text/html")
  const used = new Map<string, number>()
  for (const { path, rule } of cuts) {
    // Parts with one path are reported in the order of the page.
    const at = used.get(path) ?? 0
    used.set(path, at + 1)
    find(document, path)[at]?.setAttribute("data-cut", rule)
  }
  clean(document)
  // The policy of the console knows this text by its hash. A file would be asked for in the name of no page (`Origin: null`),
  // which a server without keys refuses.
  const style = document.createElement("style")
  style.textContent = marks
  document.head.replaceChildren(style)
  return `<!doctype html>${document.documentElement.outerHTML}`
}
