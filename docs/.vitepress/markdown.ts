/**
 * How pages are read: comments for tests are left out, links to sources lead to the repository, rows of the reference have
 * ids and tables the names of their columns, diagrams become SVG, animated pictures have a still one beside them, and programs
 * what they print.
 */
import { existsSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { renderMermaidSVG } from "beautiful-mermaid"
import type { MarkdownRenderer } from "vitepress"
import { docs } from "./pages.ts"

const root = join(docs, "..")

/** Colours follow the theme of the site. */
const colours = {
  bg: "var(--vp-c-bg)",
  fg: "var(--vp-c-text-1)",
  line: "var(--vp-c-text-3)",
  accent: "var(--vp-c-brand-1)",
  muted: "var(--vp-c-text-2)",
  surface: "var(--vp-c-bg-soft)",
  border: "var(--vp-c-border)",
  transparent: true
}

const diagram = (text: string): string => renderMermaidSVG(text, colours).replaceAll(/@import[^;]*;/g, "")

const outputOf = (md: MarkdownRenderer, text: string): string =>
  `<pre v-pre class="output" tabindex="0" role="region" aria-label="What it prints"><samp>${md.utils.escapeHtml(text.trimEnd())}</samp></pre>`

/** The page that is being read, as VitePress tells it; nothing for a title alone. */
interface Environment {
  readonly realPath?: string
  readonly path?: string
}

const pathOf = (env: Environment): string => (env.realPath ?? env.path ?? "").replaceAll("\\", "/")

/** Pages of tables, the home page among them. */
const isReference = (env: Environment): boolean =>
  /\/(?:reference\/|docs\/index\.md$)/.test(pathOf(env)) && !isModule(env)

const isModule = (env: Environment): boolean => pathOf(env).includes("/reference/modules/")

export const withOurRules =
  (repository: string) =>
  (md: MarkdownRenderer): void => {
    md.core.ruler.after("normalize", "comments", (state) => {
      state.src = state.src.replaceAll(/^<!--[\s\S]*?-->\n/gm, "")
    })
    md.core.ruler.push("links-to-sources", (state) => {
      const page = pathOf(state.env)
      for (const { children } of state.tokens) {
        for (const token of children ?? []) {
          const href = token.type === "link_open" ? token.attrGet("href") : null
          if (href === null || /^(?:[a-z]+:|#|\/)/.test(href)) continue
          const target = relative(root, join(dirname(page), href)).replaceAll("\\", "/")
          if (!target.startsWith("docs/")) token.attrSet("href", `${repository}/blob/main/${target}`)
          // The index of a folder is called README.md, so that it is shown beside the files too.
          else token.attrSet("href", href.replace(/(?<=\/|^)README\.md(?=#|$)/, "index.md"))
        }
      }
    })
    // A row of the reference has the id that the name in its first cell links to.
    md.core.ruler.push("rows-with-ids", ({ tokens }) => {
      for (const [place, { type }] of tokens.entries()) {
        if (type !== "tr_open" || tokens[place + 1]?.type !== "td_open") continue
        const [link, name] = tokens[place + 2]?.children ?? []
        const href = link?.type === "link_open" && name?.type === "code_inline" ? link.attrGet("href") : null
        if (href?.startsWith("#") === true) tokens[place]!.attrSet("id", href.slice(1))
      }
    })
    // On a telephone a row of the reference is a card, whose cells say which column they are of (style.css).
    md.renderer.rules.table_open = (tokens, place, _options, env: Environment, self) => {
      const table = tokens[place]!
      // A table that scrolls can be reached by keys.
      table.attrSet("tabindex", "0")
      if (isReference(env)) {
        const end = tokens.findIndex(({ type }, at) => at > place && type === "thead_close")
        const names = tokens.slice(place, end).filter(({ type }) => type === "inline")
        const text = (line: (typeof tokens)[number]) => line.children!.map(({ content }) => content).join("")
        const columns = names.map((name, at) => `--column-${at + 1}: '${text(name).replaceAll(/[';\\]/g, "")}: '`)
        table.attrJoin("class", "cards")
        table.attrSet("style", columns.join("; "))
      }
      return self.renderToken(tokens, place, {})
    }
    // Members of modules are thousands: their names are addresses, without a link to themselves.
    md.core.ruler.push("members-without-links", ({ env, tokens }) => {
      if (!isModule(env)) return
      for (const [place, { tag, type }] of tokens.entries()) {
        if (type !== "heading_open" || tag < "h5") continue
        const line = tokens[place + 1]!
        const link = line.children?.findIndex((child) => child.attrGet("class") === "header-anchor") ?? -1
        if (link >= 0) line.children!.splice(link, 3)
      }
    })
    // What a program prints stands in its own block, so that both are one tab.
    md.core.ruler.push("outputs", (state) => {
      state.tokens = state.tokens.filter((token, place) => {
        const isOutput = token.type === "fence" && token.info === "output"
        if (isOutput) state.tokens[place - 1]!.meta = { output: token.content }
        return !isOutput
      })
    })
    // An animated picture has its last frame beside it, for readers who prefer reduced motion.
    const image = md.renderer.rules.image!
    md.renderer.rules.image = (tokens, place, options, env: Environment, self) => {
      const shown = image(tokens, place, options, env, self)
      const [, name] = /^(\w[^:]*)\.svg$/.exec(tokens[place]!.attrGet("src")?.replace("./", "") ?? "") ?? []
      const still = `${name}-still.svg`
      return name !== undefined && existsSync(join(dirname(pathOf(env)), still))
        ? `<picture><source media="(prefers-reduced-motion: reduce)" srcset="./${still}">${shown}</picture>`
        : shown
    }
    // Braces are text; without this, Vue would read them as expressions.
    const { text } = md.renderer.rules
    md.renderer.rules.text = (...given) => text!(...given).replaceAll("{{", "&#123;&#123;")
    const fence = md.renderer.rules.fence!
    md.renderer.rules.fence = (...given) => {
      const token = given[0][given[1]]
      const { output } = (token.meta ?? {}) as { readonly output?: string }
      // Given as a value: the compiler of templates would leave out the style of the picture.
      return token.info.trim() === "mermaid"
        ? `<figure class="diagram" v-html="${md.utils.escapeHtml(JSON.stringify(diagram(token.content)))}"></figure>`
        : fence(...given).replace(/<\/div>\s*$/, (end) => `${output === undefined ? "" : outputOf(md, output)}${end}`)
    }
  }
