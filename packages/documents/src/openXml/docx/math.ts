/** Formulas of office files (OMML, ECMA-376 part 1 §22.1) as MathML, which Markdown writers turn into TeX. */
import { escapeText, type Raw } from "../../markup/html.ts"
import { attr, child, children, elements, type Element, textOf } from "../../bytes/xml.ts"

export const mathOf = (element: Element, display: boolean): Raw => ({
  html: `<math${display ? ' display="block"' : ""}><mrow>${inside(element)}</mrow></math>`
})

const inside = (element: Element | undefined): string => elements(element).map(convert).join("")

const row = (element: Element | undefined): string => `<mrow>${inside(element)}</mrow>`

const operator = (text: string): string => `<mo>${escapeText(text)}</mo>`

const convert = (element: Element): string => {
  const part = (name: string) => row(child(element, name))
  const property = (name: string) => attr(child(child(element, `${element.name}Pr`), name), "val")
  switch (element.name) {
    case "r":
      return tokens(textOf(child(element, "t")))
    case "f":
      return `<mfrac>${part("num")}${part("den")}</mfrac>`
    case "sSup":
      return `<msup>${part("e")}${part("sup")}</msup>`
    case "sSub":
      return `<msub>${part("e")}${part("sub")}</msub>`
    case "sSubSup":
      return `<msubsup>${part("e")}${part("sub")}${part("sup")}</msubsup>`
    case "rad":
      return textOf(child(element, "deg")) === ""
        ? `<msqrt>${part("e")}</msqrt>`
        : `<mroot>${part("e")}${part("deg")}</mroot>`
    case "nary":
      return `<munderover>${operator(property("chr") ?? "∫")}${part("sub")}${part("sup")}</munderover>${part("e")}`
    case "d":
      return `<mrow>${operator(property("begChr") ?? "(")}${children(element, "e")
        .map(row)
        .join(operator(property("sepChr") ?? "|"))}${operator(property("endChr") ?? ")")}</mrow>`
    case "func":
      return `${part("fName")}${part("e")}`
    case "limLow":
      return `<munder>${part("e")}${part("lim")}</munder>`
    case "limUpp":
      return `<mover>${part("e")}${part("lim")}</mover>`
    case "acc":
      return `<mover>${part("e")}${operator(property("chr") ?? "^")}</mover>`
    case "bar":
      return `<mover>${part("e")}${operator("¯")}</mover>`
    case "m":
      return `<mtable>${children(element, "mr")
        .map(
          (line) =>
            `<mtr>${children(line, "e")
              .map((cell) => `<mtd>${inside(cell)}</mtd>`)
              .join("")}</mtr>`
        )
        .join("")}</mtable>`
    default:
      return element.name.endsWith("Pr") ? "" : inside(element)
  }
}

const tokens = (text: string): string =>
  Array.from(text.matchAll(/\d+(?:[.,]\d+)*|\p{L}+|[^\s\p{L}\d]/gu), ([token]) =>
    /^\d/.test(token) ? `<mn>${token}</mn>` : /^\p{L}/u.test(token) ? `<mi>${token}</mi>` : operator(token)
  ).join("")
