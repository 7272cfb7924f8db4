/** Options of actions; that each kind of action works is in the table of scrapes. */
import { pictureOf, sizeOf } from "./pictures.ts"
import { effect, type Probe, type Probes, type Table } from "./Probe.ts"
import { scrolled } from "./scrape.ts"
import type { World } from "./world.ts"

const acted = ({ scrape }: World, actions: ReadonlyArray<object>, path = "/controls"): Promise<any> =>
  scrape(path, { actions, formats: ["markdown", "rawHtml"], onlyMainContent: false })

const shows =
  (actions: ReadonlyArray<object>, has: (document: any) => boolean): Probe =>
  async (world) => {
    const document = await acted(world, actions)
    return effect(has(document), document)
  }

const picture = async (world: World, options: object) =>
  pictureOf((await acted(world, [{ type: "screenshot", ...options }], "/tall")).actions.screenshots[0])

/** The boxes of the pages of a PDF, in points. */
const pdfBox = async (world: World, options: object) => {
  const { actions } = await acted(world, [{ type: "pdf", ...options }], "/tall")
  const pdf = await pictureOf(actions.pdfs[0])
  const box = /\/MediaBox\s*\[([^\]]+)\]/.exec(pdf.toString("latin1"))?.[1] ?? ""
  const [, , width = 0, height = 0] = box.trim().split(/\s+/).map(Number)
  return { width, height, pages: (pdf.toString("latin1").match(/\/Type \/Page\b/g) ?? []).length }
}

/** Sizes of paper in points, upright. */
const papers: Readonly<Record<string, readonly [number, number]>> = {
  A0: [2384, 3370],
  A1: [1684, 2384],
  A2: [1191, 1684],
  A3: [842, 1191],
  A4: [595, 842],
  A5: [420, 595],
  A6: [298, 420],
  Letter: [612, 792],
  Legal: [612, 1008],
  Tabloid: [792, 1224],
  Ledger: [1224, 792]
}

const isNear = (found: number, expected: number): boolean => Math.abs(found - expected) <= 3

const paper = ([format, [width, height]]: [string, readonly [number, number]]): [string, Probe] => [
  `format: "${format}"`,
  async (world) => {
    const box = await pdfBox(world, { format })
    return effect(isNear(box.width, width) && isNear(box.height, height))
  }
]

const table = (type: string, declaration: string, probes: Probes): Table => ({
  title: `Action \`${type}\``,
  declaration: `interface ${declaration}`,
  elsewhere: ["type"],
  probes
})

const typed = [
  { type: "click", selector: "#name" },
  { type: "write", text: "silk" }
]

export const actionTables: ReadonlyArray<Table> = [
  table("wait", "WaitAction", {
    milliseconds: shows([{ type: "wait", milliseconds: 900 }], ({ markdown }) => markdown.includes("Late")),
    selector: shows([{ type: "wait", selector: "#late" }], ({ markdown }) => markdown.includes("Late"))
  }),
  table("screenshot", "ScreenshotAction", {
    fullPage: async (world) => effect(sizeOf(await picture(world, { fullPage: true })).height >= 3000),
    quality: async (world) => {
      const [low, high] = [await picture(world, { quality: 5 }), await picture(world, { quality: 100 })]
      return effect(low.length < high.length)
    },
    viewport: async (world) =>
      effect(sizeOf(await picture(world, { viewport: { width: 400, height: 300 } })).width === 400)
  }),
  table("click", "ClickAction", {
    selector: shows([{ type: "click", selector: "#more" }], ({ markdown }) => markdown.includes("item"))
  }),
  table("write", "WriteAction", { text: shows(typed, ({ markdown }) => markdown.includes("silk")) }),
  table("press", "PressAction", {
    key: shows([typed[0]!, { type: "press", key: "Enter" }], ({ rawHtml }) => rawHtml.includes("<title>Entered"))
  }),
  table("scroll", "ScrollAction", {
    'direction: "down"': scrolled({}, "scrollY > 0"),
    'direction: "up"': scrolled({ direction: "up" }, "scrollY === 0", [
      { type: "executeJavascript", script: "scrollTo(0, 400)" }
    ]),
    selector: async (world) => {
      const { actions } = await acted(world, [
        { type: "scroll", direction: "down", selector: "#box" },
        { type: "executeJavascript", script: "box.scrollTop > 0" }
      ])
      return effect(String(actions.javascriptReturns[0].value) === "true")
    }
  }),
  table("executeJavascript", "ExecuteJavascriptAction", {
    script: shows(
      [{ type: "executeJavascript", script: "6 * 7" }],
      ({ actions }) => String(actions.javascriptReturns[0].value) === "42"
    )
  }),
  table("pdf", "PDFAction", {
    ...Object.fromEntries(Object.entries(papers).map(paper)),
    landscape: async (world) => {
      const { height, width } = await pdfBox(world, { format: "A4", landscape: true })
      return effect(isNear(width, 842) && isNear(height, 595))
    },
    scale: async (world) => {
      const [small, large] = [await pdfBox(world, { scale: 0.5 }), await pdfBox(world, { scale: 2 })]
      return effect(small.pages < large.pages)
    }
  })
]
