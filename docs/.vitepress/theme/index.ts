import { h } from "vue"
import TwoslashFloatingVue from "@shikijs/vitepress-twoslash/client"
import type { Theme } from "vitepress"
import DefaultTheme from "vitepress/theme-without-fonts"
import "@shikijs/vitepress-twoslash/style.css"
import recording from "../../pictures/recording.svg?url"
import still from "../../pictures/recording-still.svg?url"
import { keepTab } from "./keepTab.ts"
import "./style.css"

/** What the command prints, beside the words of the home page; for those who want no motion its last state. */
const recorded = () =>
  h("picture", { class: "recording" }, [
    h("source", { srcset: still, media: "(prefers-reduced-motion: reduce)" }),
    h("img", {
      src: recording,
      alt: "A terminal: orbweaver scrapes a page, maps and crawls a site, and extracts data",
      width: 704,
      height: 512
    })
  ])

const theme: Theme = {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "home-hero-image": recorded }),
  enhanceApp: ({ app }) => void app.use(TwoslashFloatingVue),
  setup: keepTab
}

export default theme
