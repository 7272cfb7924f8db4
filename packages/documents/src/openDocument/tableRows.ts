/** The rows of a table of an OpenDocument file (ODF 1.3 part 3 §9.1), which may lie in groups. */
import { children, elements, type Element } from "../bytes/xml.ts"

/** Header rows are first and counted; repeats are not yet spread. */
export const tableRows = (
  table: Element | undefined
): { readonly rows: ReadonlyArray<Element>; readonly headers: number } => {
  const heads = children(table, "table-header-rows").flatMap((group) => children(group, "table-row"))
  const rows = (container: Element | undefined): ReadonlyArray<Element> =>
    elements(container).flatMap((element) => {
      if (element.name === "table-row") return [element]
      return /^table-(?:header-rows|rows|row-group)$/.test(element.name) ? rows(element) : []
    })
  return { rows: rows(table), headers: heads.length }
}
