/** Pictures of a page as PNG or JPEG. */
import type { Artifact } from "@orbweaver/core/Renderer"
import type { ScreenshotOptions } from "@orbweaver/core/ScrapeOptions"
import { viewports } from "./profile.ts"
import type { Tab } from "./tab.ts"
import { evaluate } from "./world.ts"

/** Tallest picture, in CSS pixels: beyond, Chromium has no texture for it and repeats the page. */
const maxHeight = 16_384

/** Takes what the viewport shows, or the whole page from its top. */
export const takeScreenshot = async (tab: Tab, options: ScreenshotOptions, timeout: number): Promise<Artifact> => {
  const { page } = tab
  const before = page.viewportSize()
  if (options.viewport !== undefined) await page.setViewportSize(options.viewport)
  try {
    const height =
      options.fullPage === true ? await evaluate(tab, "document.documentElement?.scrollHeight ?? 0") : undefined
    const tooTall = typeof height === "number" && height > maxHeight
    const { width } = page.viewportSize() ?? viewports.desktop
    const bytes = await page.screenshot({
      timeout,
      animations: "disabled",
      ...(options.fullPage === true ? { fullPage: true } : {}),
      ...(tooTall ? { clip: { x: 0, y: 0, width, height: maxHeight } } : {}),
      ...(options.quality === undefined ? { type: "png" } : { type: "jpeg", quality: options.quality })
    })
    return { mediaType: options.quality === undefined ? "image/png" : "image/jpeg", bytes: new Uint8Array(bytes) }
  } finally {
    if (options.viewport !== undefined && before !== null) await page.setViewportSize(before)
  }
}
