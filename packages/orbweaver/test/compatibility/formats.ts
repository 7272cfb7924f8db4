/** Options of formats that are written as objects. */
import { pictureOf, sizeOf } from "./pictures.ts"
import { effect, type Probe, type Table } from "./Probe.ts"
import type { World } from "./world.ts"

const formatted = async ({ scrape }: World, format: object, path = "/article"): Promise<any> =>
  scrape(path, { formats: [format] })

const schema = { type: "object", properties: { title: { type: "string" } }, required: ["title"] }

const prices = { type: "object", properties: { price: { type: "number" } } }

/** Whether a prompt reached the model. */
const isAsked = ({ server }: World, words: string): boolean =>
  server.model.asked.some((body) => JSON.stringify(body).includes(words))

const picture = async (world: World, options: object) =>
  pictureOf((await formatted(world, { type: "screenshot", ...options }, "/tall")).screenshot)

/** Two scrapes of a page that changes. */
const tracked = async (world: World, options: object, later: object = options, page = "/changing/") => {
  const path = `${page}${world.unique("tracked")}`
  const format = { type: "changeTracking", modes: ["git-diff"] }
  const { changeTracking: first } = await formatted(world, { ...format, ...options }, path)
  const second = await formatted(world, { ...format, ...later }, path)
  return { first, second: second.changeTracking, document: second }
}

const queried =
  (options: object, has: (document: any) => boolean): Probe =>
  async (world) => {
    const document = await formatted(world, { type: "query", prompt: "Where does the spider live?", ...options })
    return effect(has(document), document)
  }

export const formatTables: ReadonlyArray<Table> = [
  {
    title: "Format `json`",
    declaration: "interface JsonFormat",
    elsewhere: ["type"],
    probes: {
      prompt: async (world) => {
        const words = world.unique("The title of the silken page ")
        await formatted(world, { type: "json", prompt: words })
        return effect(isAsked(world, words))
      },
      schema: async (world) => {
        const { json } = await formatted(world, { type: "json", schema })
        return effect(Object.keys(json).join() === "title")
      },
      checkPromptInjection: async (world) => {
        const before = world.server.model.asked.length
        const { warning } = await formatted(
          world,
          { type: "json", prompt: "the title", checkPromptInjection: true },
          "/injected"
        )
        const asked = JSON.stringify(world.server.model.asked.slice(before))
        return effect(warning?.includes("speaks to a model") === true && !asked.includes("Ignore all previous"))
      }
    }
  },
  {
    title: "Format `screenshot`",
    declaration: "interface ScreenshotFormat",
    elsewhere: ["type"],
    probes: {
      fullPage: async (world) => effect(sizeOf(await picture(world, { fullPage: true })).height >= 3000),
      quality: async (world) => {
        const [low, high] = [await picture(world, { quality: 5 }), await picture(world, { quality: 100 })]
        return effect(low.length < high.length)
      },
      viewport: async (world) => {
        const { height, width } = sizeOf(await picture(world, { viewport: { width: 400, height: 300 } }))
        return effect(width === 400 && height === 300)
      }
    }
  },
  {
    title: "Format `changeTracking`",
    declaration: "interface ChangeTrackingFormat",
    elsewhere: ["type"],
    probes: {
      'modes: "git-diff"': async (world) => {
        const { document, first, second } = await tracked(world, { modes: ["git-diff"] })
        const isChange = first.changeStatus === "new" && second.changeStatus === "changed"
        return effect(isChange && second.diff.text.includes("+Version 2"), document)
      },
      'modes: "json"': async (world) => {
        const options = { modes: ["json"], schema: prices }
        const { document, second } = await tracked(world, options, options, "/price/")
        return effect(second.json?.price.previous !== second.json?.price.current, document)
      },
      schema: async (world) => {
        const options = { modes: ["json"], schema: prices }
        const { document, second } = await tracked(world, options, options, "/price/")
        return effect(Object.keys(second.json ?? {}).join() === "price", document)
      },
      prompt: async (world) => {
        const words = world.unique("The version of the silken page ")
        const { document } = await tracked(world, { modes: ["json"], schema, prompt: words })
        return effect(isAsked(world, words), document)
      },
      tag: async (world) => {
        const { document, second } = await tracked(world, { tag: "one" }, { tag: "two" })
        return effect(second.changeStatus === "new", document)
      }
    }
  },
  {
    title: "Format `attributes`",
    declaration: "interface AttributesFormat",
    elsewhere: ["type"],
    probes: {
      selectors: async (world) => {
        const selectors = [{ selector: "img", attribute: "alt" }]
        const { attributes } = await formatted(world, { type: "attributes", selectors })
        return effect(attributes[0].values.join() === "A web at dawn")
      }
    }
  },
  {
    title: "Format `question`",
    declaration: "interface QuestionFormat",
    elsewhere: ["type"],
    probes: {
      question: async (world) => {
        const words = world.unique("Where is the silken spider ")
        const { answer } = await formatted(world, { type: "question", question: words })
        return effect(answer.length > 0 && isAsked(world, words))
      }
    }
  },
  {
    title: "Format `highlights`",
    declaration: "interface HighlightsFormat",
    elsewhere: ["type"],
    probes: {
      query: async (world) => {
        const { highlights } = await formatted(world, { type: "highlights", query: "spider in the library" })
        const other = await formatted(world, { type: "highlights", query: "const web = weave(thread)" })
        return effect(highlights.length > 0 && highlights !== other.highlights)
      }
    }
  },
  {
    title: "Format `query`",
    declaration: "interface QueryFormat",
    elsewhere: ["type"],
    probes: {
      prompt: async (world) => {
        const words = world.unique("Where is the woven spider ")
        await formatted(world, { type: "query", prompt: words })
        return effect(isAsked(world, words))
      },
      'mode: "freeform"': queried({ mode: "freeform" }, ({ answer }) => answer.length > 0),
      'mode: "directQuote"': queried({ mode: "directQuote" }, ({ answer, highlights }) => {
        return (answer ?? highlights).length > 0
      })
    }
  }
]
