/** Pictures of a page as PNG or JPEG. */
import type { Artifact } from "@orbweaver/core/network/Renderer"
import type { ScreenshotOptions } from "@orbweaver/core/model/ScrapeOptions"
import { viewports } from "../tab/profile.ts"
import type { Tab } from "../tab/tab.ts"
import { evaluate } from "../tab/world.ts"

/** What the reader of a page should know whose picture is not whole. */
export const cutPicture = (height: number): string =>
  `The picture shows the top ${maxHeight} of the page's ${Math.round(height)} pixels, which is the most that the browser draws. Scroll to the rest with \`actions\`, and take a picture of the viewport there.`

/** Tallest picture, in CSS pixels: beyond, Chromium has no texture for it and repeats the page. */
const maxHeight = 16_384

/**
 * Scrolls through the page once, so that what loads when it comes into view does
 * so, and waits a moment for its pictures. Gives the height of the page.
 */
const showAll = `(async () => {
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const height = () => document.documentElement?.scrollHeight ?? 0
  for (let step = 1; step <= 20 && step * innerHeight < height(); step++) {
    scrollTo(0, step * innerHeight)
    await pause(20)
  }
  scrollTo(0, 0)
  const loading = () => [...document.images].some((image) => !image.complete && image.loading !== "lazy")
  for (let wait = 0; wait < 20 && loading(); wait++) await pause(50)
  return height()
})()`

/**
 * Takes what the viewport shows, or the whole page from its top. `onCut` gets the height of a page, in CSS pixels, of which
 * only the top `maxHeight` are in the picture.
 */
export const takeScreenshot = async (
  tab: Tab,
  options: ScreenshotOptions,
  timeout: number,
  onCut?: (height: number) => void
): Promise<Artifact> => {
  const { page } = tab
  const before = page.viewportSize()
  if (options.viewport !== undefined) await page.setViewportSize(options.viewport)
  try {
    const height = options.fullPage === true ? await evaluate(tab, showAll) : undefined
    const tooTall = typeof height === "number" && height > maxHeight
    if (tooTall) onCut?.(height)
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
