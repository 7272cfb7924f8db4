/** Options of the PDF parser. */
import { effect, type Probe, type Table } from "./Probe.ts"

const read =
  (options: object, has: (document: any) => boolean): Probe =>
  async ({ scrape }) => {
    const document = await scrape("/pages.pdf", { parsers: [{ type: "pdf", ...options }] })
    return effect(has(document), document)
  }

const isWhole = ({ markdown }: any): boolean =>
  markdown.includes("First page about spiders") && markdown.includes("Second page about webs")

const hasPages = ({ pages }: any): boolean => pages?.length === 2 && pages[1].markdown.includes("Second")

export const pdfParser: Table = {
  title: "Parser `pdf`",
  declaration: "type PDFParser",
  elsewhere: ["type"],
  probes: {
    'mode: "fast"': read({ mode: "fast" }, isWhole),
    'mode: "auto"': read({ mode: "auto" }, isWhole),
    'mode: "ocr"': read({ mode: "ocr" }, isWhole),
    maxPages: read({ maxPages: 1 }, (document) => document.markdown.includes("First") && !isWhole(document)),
    pages: read({ pages: true }, hasPages),
    pageMarkdown: read({ pageMarkdown: true }, hasPages),
    blocks: read({ blocks: true }, ({ blocks }) => blocks?.length === 2 && blocks[0].items.length > 0),
    pageMarkers: read({ pageMarkers: true }, ({ markdown }) => markdown.includes("\n\n---\n\n<!-- page 2 -->\n\n"))
  }
}
