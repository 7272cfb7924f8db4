import { defineConfig } from "vite"

export default defineConfig({
  root: import.meta.dirname,
  // The page is served below any path.
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../app",
    emptyOutDir: true,
    target: "es2022",
    // The policy of the page allows no inline code.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false }
  },
  logLevel: "warn"
})
