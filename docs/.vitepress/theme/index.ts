import TwoslashFloatingVue from "@shikijs/vitepress-twoslash/client"
import type { Theme } from "vitepress"
import DefaultTheme from "vitepress/theme-without-fonts"
import "@shikijs/vitepress-twoslash/style.css"
import { keepTab } from "./keepTab.ts"
import "./style.css"

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => void app.use(TwoslashFloatingVue),
  setup: keepTab
}

export default theme
