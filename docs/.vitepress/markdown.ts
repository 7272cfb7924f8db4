/**
 * How pages are read: comments for tests are left out, links to sources lead to the repository, rows of the reference have
 * ids, diagrams become SVG, animated pictures have a still one beside them.
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

/** The page that is being read, as VitePress tells it. */
interface Environment {
  readonly realPath?: string
  readonly path: string
}

export const withOurRules =
  (repository: string) =>
  (md: MarkdownRenderer): void => {
    md.core.ruler.after("normalize", "comments", (state) => {
      state.src = state.src.replaceAll(/^<!--[\s\S]*?-->\n/gm, "")
    })
    md.core.ruler.push("links-to-sources", (state) => {
      const page = (state.env as Environment).realPath ?? (state.env as Environment).path
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
    // An animated picture has its last frame beside it, for readers who prefer reduced motion.
    const image = md.renderer.rules.image!
    md.renderer.rules.image = (tokens, place, options, env: Environment, self) => {
      const shown = image(tokens, place, options, env, self)
      const [, name] = /^(\w[^:]*)\.svg$/.exec(tokens[place]!.attrGet("src")?.replace("./", "") ?? "") ?? []
      const still = `${name}-still.svg`
      return name !== undefined && existsSync(join(dirname(env.realPath ?? env.path), still))
        ? `<picture><source media="(prefers-reduced-motion: reduce)" srcset="./${still}">${shown}</picture>`
        : shown
    }
    // Braces are text; without this, Vue would read them as expressions.
    const { text } = md.renderer.rules
    md.renderer.rules.text = (...given) => text!(...given).replaceAll("{{", "&#123;&#123;")
    const fence = md.renderer.rules.fence!
    md.renderer.rules.fence = (...given) => {
      const token = given[0][given[1]]
      // Given as a value: the compiler of templates would leave out the style of the picture.
      return token.info.trim() === "mermaid"
        ? `<figure class="diagram" v-html="${md.utils.escapeHtml(JSON.stringify(diagram(token.content)))}"></figure>`
        : fence(...given)
    }
  }
