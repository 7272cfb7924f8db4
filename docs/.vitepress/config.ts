import { readFileSync } from "node:fs"
import { join } from "node:path"
import { defineConfig } from "vitepress"
import { writeForModels } from "./forModels.ts"
import { withOurRules } from "./markdown.ts"
import { searchBox } from "./searchBox.ts"
import { isSearched, miniSearch, withOtherWords } from "./search.ts"
import { docs, nav, sidebar } from "./pages.ts"
import { typeHovers } from "./typeHovers.ts"

const manifest = JSON.parse(readFileSync(join(docs, "../packages/orbweaver/package.json"), "utf8")) as {
  readonly repository: { readonly url: string }
}
/** Where the sources are read and edited. */
const repository = manifest.repository.url.replace(/^git\+/, "").replace(/\.git$/, "")

/** Part of each page, so that it is found below every base. */
const icon = readFileSync(join(docs, "../packages/console/web/public/icon.svg"), "utf8")

export default defineConfig({
  title: "Orbweaver",
  description: "Turn web pages into structured content, inside your own Node process.",
  lang: "en",
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  cleanUrls: true,
  // Absolute addresses of the machine that runs an example, not of pages.
  ignoreDeadLinks: [/^https?:\/\/(?:localhost|127\.0\.0\.1)/],
  rewrites: (file) => file.replace(/(?<=\/)README\.md$/, "index.md"),
  markdown: {
    html: false,
    // Each colour of these two can be read on the background of code (WCAG 2, AA).
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    codeTransformers: [typeHovers()],
    config: withOurRules(repository)
  },
  vite: { build: { chunkSizeWarningLimit: 5000 }, plugins: [searchBox()] },
  themeConfig: {
    nav: nav(),
    sidebar: sidebar(),
    search: {
      provider: "local",
      options: {
        miniSearch,
        // The words that were found, marked, below the name of each result.
        detailedView: true,
        // Other words for its subject stand in the front matter of a page.
        _render: (source, env, markdown) => {
          if (!isSearched(env.relativePath)) return ""
          // Types that hovers show are no words of the page.
          const html = markdown.render(source, env).replaceAll(/<template v-slot:popper[^>]*>[\s\S]*?<\/template>/g, "")
          return withOtherWords(html, env.frontmatter?.["alsoKnownAs"])
        }
      }
    },
    outline: [2, 3],
    editLink: { pattern: `${repository}/edit/main/docs/:path`, text: "Edit this page" },
    socialLinks: [],
    footer: { message: "Apache-2.0" }
  },
  buildEnd: ({ outDir, site }) => writeForModels(outDir, site.base)
})
