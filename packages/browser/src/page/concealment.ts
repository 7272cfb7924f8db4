/**
 * Text that the styles of a page make invisible, wherever these styles come from. A document as text has the styles in
 * it, and not the style sheets elsewhere, so what the browser has computed is written where the readers of HTML look for
 * it: into the `style` of the element, as `!important`.
 *
 * Only what is sure is marked, as `packages/html/src/page/concealed.ts` says: letters of no size, no opacity that does
 * not move or fade, places far off the screen that no part scrolls to, and letters of the colour of what they stand on
 * where nothing else is painted there. What styles give `display: none` or `visibility: hidden` stays: menus and tabs.
 */

/** Elements with text that are looked at, and milliseconds that this may take; the rest of a larger page stays. */
const maxElements = 20_000
const maxMs = 200
/** Painted parts of a page beyond which the colour of letters is not judged. */
const maxPainted = 3_000

/** Marks what of a document, or of a shadow tree, cannot be seen; a function of the page, as source. */
export const markConcealed = `((document) => {
  const end = performance.now() + ${maxMs}
  const minSize = 1.5, minOpacity = 0.05, far = -900
  let left = ${maxElements}
  const marks = []
  const mark = (element, styles) => marks.push([element, styles])
  const styles = new Map()
  const styleOf = (element) => {
    let style = styles.get(element)
    if (!style) styles.set(element, (style = getComputedStyle(element)))
    return style
  }
  const parentOf = (element) => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null
  const pixels = (text) => (/^-?[\\d.]+(?:e-?\\d+)?px$/.test(text) ? parseFloat(text) : 0)
  const movesOf = (style) =>
    style.animationName !== "none" ||
    style.transitionDuration.split(",").some((time) => parseFloat(time) > 0) ||
    style.willChange !== "auto" ||
    style.transform !== "none" || style.translate !== "none" || style.scale !== "none" || style.rotate !== "none"
  const colourOf = (text) => {
    const parts = /^rgba?\\(([^)]*)\\)$/.exec(text)?.[1].split(/[\\s,/]+/).map(Number)
    if (!parts || parts.length < 3 || parts.some(Number.isNaN)) return undefined
    return (parts[3] ?? 1) < minOpacity ? "clear" : (parts[3] ?? 1) < 1 ? undefined : parts.slice(0, 3).join(" ")
  }
  const isPainted = (style) => style.backgroundImage !== "none" || colourOf(style.backgroundColor) !== "clear"

  // What an element hides with all that is in it: undefined for nothing.
  const hidden = new Map()
  const hides = (element) => {
    if (hidden.has(element)) return hidden.get(element)
    const style = styleOf(element)
    let found
    if (parseFloat(style.opacity) < minOpacity && !movesOf(style)) found = { opacity: "0" }
    else {
      const isPlaced = style.position === "absolute" || style.position === "fixed"
      const isClipped = style.clipPath !== "none" || style.clip !== "auto"
      const side = isClipped ? undefined
        : isPlaced && pixels(style.left) <= far ? "left"
        : isPlaced && pixels(style.top) <= far ? "top"
        : pixels(style.marginLeft) <= far ? "margin-left"
        : pixels(style.marginTop) <= far ? "margin-top"
        : undefined
      if (side && !movesOf(style)) {
        const box = element.getBoundingClientRect()
        const isOff = box.right + scrollX <= far / 2 || box.bottom + scrollY <= far / 2
        // What lies beside a part that cuts it off may be a slide.
        let isSlide = false
        for (let at = parentOf(element); isOff && at && at !== document.body && at !== document.documentElement; at = parentOf(at)) {
          const above = styleOf(at)
          if (above.overflowX !== "visible" || above.overflowY !== "visible" || movesOf(above)) isSlide = true
        }
        if (isOff && !isSlide) found = side === "left" || side === "top" ? { position: "absolute", [side]: "-9999px" } : { [side]: "-9999px" }
      }
    }
    hidden.set(element, found)
    return found
  }

  const suspects = []
  const elements = new Set()
  const visit = (root) => {
    const walker = globalThis.document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === 1) {
        if (node.shadowRoot) visit(node.shadowRoot)
        continue
      }
      const element = node.parentElement ?? node.getRootNode().host
      if (!element || elements.has(element) || !/\\S/.test(node.data)) continue
      if (/^(?:script|style|noscript|template|title|textarea|option)$/.test(element.localName)) continue
      elements.add(element)
      if (--left < 0 || performance.now() > end) return
      const style = styleOf(element)
      if (style.display === "none" || element.getClientRects().length === 0) continue
      if (parseFloat(style.fontSize) < minSize) { mark(element, { "font-size": "0px" }); continue }
      if (pixels(style.textIndent) <= far) { mark(element, { "text-indent": "-9999px" }); continue }
      let above = element
      for (; above && above !== globalThis.document.documentElement; above = parentOf(above)) {
        const found = hides(above)
        if (!found) continue
        if (!found.done) mark(above, found)
        Object.defineProperty(found, "done", { value: true })
        break
      }
      if (above && above !== globalThis.document.documentElement) continue
      const isFilled = style.backgroundClip === "text" || style.webkitBackgroundClip === "text" || style.textShadow !== "none"
      const colour = isFilled || movesOf(style) ? undefined : colourOf(style.webkitTextFillColor || style.color)
      if (colour) suspects.push([element, colour])
    }
  }
  visit(document)

  const paintsBeside = (element) => ["::before", "::after"].some((name) => {
    const style = getComputedStyle(element, name)
    return style.content !== "none" && style.content !== "normal" && isPainted(style)
  })
  // The colour that an element stands on; undefined where it is not known.
  const standsOn = new Map()
  const groundOf = (element) => {
    if (!element) {
      const scheme = getComputedStyle(globalThis.document.documentElement).colorScheme
      return /dark/.test(scheme) ? undefined : "255 255 255"
    }
    if (standsOn.has(element)) return standsOn.get(element)
    const style = styleOf(element)
    const own = style.backgroundImage !== "none" ? undefined : colourOf(style.backgroundColor)
    const found = own === "clear" ? groundOf(parentOf(element)) : own
    standsOn.set(element, found)
    return found
  }
  const sameColour = suspects.filter(([element, colour]) => colour === "clear" || groundOf(element) === colour)
  if (sameColour.length > 0 && performance.now() < end) {
    // Pictures, films and coloured parts that may lie behind, among them those of no element.
    const painted = []
    const all = globalThis.document.querySelectorAll("body *")
    for (const element of all) {
      if (all.length > 10 * ${maxPainted} || painted.length > ${maxPainted} || performance.now() > end) { painted.length = 0; sameColour.length = 0; break }
      const isMedia = /^(?:img|picture|video|canvas|svg|iframe|object|embed|input|image)$/.test(element.localName)
      if (isMedia || isPainted(styleOf(element)) || paintsBeside(element)) painted.push(element)
    }
    const boxes = new Map(painted.map((element) => [element, element.getBoundingClientRect()]))
    for (const [element, colour] of sameColour) {
      if (performance.now() > end) break
      const box = element.getBoundingClientRect()
      const isCovered = painted.some((other) => {
        if (other.contains(element)) return paintsBeside(other)
        if (element.contains(other)) return true
        const { bottom, left, right, top } = boxes.get(other)
        return left < box.right && right > box.left && top < box.bottom && bottom > box.top
      })
      if (isCovered) continue
      if (colour === "clear") mark(element, { color: "transparent" })
      else {
        const written = "rgb(" + colour.replaceAll(" ", ", ") + ")"
        mark(element, { color: written, "background-color": written })
      }
    }
  }
  for (const [element, styles] of marks) {
    for (const name of Object.keys(styles)) element.style?.setProperty(name, styles[name], "important")
  }
})`
