/**
 * Layers that ask for consent to cookies, which would stand in the picture of a page. Those of known services go by their
 * names (`adBoxes`); a layer that a site wrote by hand is known by what it is: it stays in view above the page, speaks of
 * cookies, and has a button in front that agrees. What asks for more than a decision, such as a form, is kept.
 *
 * Layers are hidden for the picture alone: the text of the page is read as it was.
 */

/** Elements that are looked at, and milliseconds that this may take; what lies behind stays in the picture. */
const maxElements = 20_000
const maxMs = 200
/** Characters of a layer. */
const minText = 20
const maxText = 4000
/** Characters of a layer's text that are given for the warning. */
const maxSample = 80

/** What languages call cookies; most use the English word. */
const cookies =
  "cookie|ciastecz|куки|кукі|бисквитк|çerez|süti|eväste|piškot|slapuk|sīkdat|küpsis|עוגיות|ملفات تعريف الارتباط|کوکی|कुकी|คุกกี้|クッキー|쿠키"

/** How buttons agree, by the beginnings of words. */
const agreeing =
  "accept|agree|allow|consent|got it|understand|^ok(?:ay)?\\\\b|akzept|zustimm|einverstanden|verstanden|erlaub|alles klar|accord|autoris|compris|acept|permit|entendido|de acuerdo|aceit|concord|accett|acconsent|ho capito|akkoord|toestaan|begrepen|godkänn|tillåt|förstår|tillad|godta|forstå|hyväksy|salli|akcept|zgadzam|rozumiem|přijm|prij|souhlas|súhlas|elfogad|rendben|prihva|slažem|sprejm|sutinku|piekr|nõus|приня|соглас|хорошо|прийня|погодж|приема|съглас|αποδ|συμφων|kabul|onayl|anlad|קבל|אישור|הבנתי|قبول|موافق|पसंद|स्वीकार|ยอมรับ|ตกลง|chấp nhận|đồng ý|setuju|terima|同意|接受|允许|允許|承認|承諾|許可|了解|동의|수락|허용|확인"

/** Hides them, with what dims the page behind; gives how the text of each begins. A function of the page, as source. */
export const hideConsentLayers = `(() => {
  const end = performance.now() + ${maxMs}
  const cookies = /${cookies}/i, agreeing = /${agreeing}/i
  const hidden = []
  globalThis.orbweaverHidden = hidden
  const hide = (element, name, value) => {
    hidden.push([element, name, element.style.getPropertyValue(name), element.style.getPropertyPriority(name)])
    element.style.setProperty(name, value, "important")
  }
  const all = []
  const collect = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (all.length >= ${maxElements}) return
      all.push(element)
      if (element.shadowRoot) collect(element.shadowRoot)
    }
  }
  if (document.body) collect(document.body)
  const within = (element, query) => {
    const found = [...element.querySelectorAll(query)]
    for (const inner of [element, ...element.querySelectorAll("*")]) if (inner.shadowRoot) found.push(...within(inner.shadowRoot, query))
    return found
  }
  const textOf = (element) => {
    let text = element.innerText ?? ""
    for (const inner of element.querySelectorAll?.("*") ?? []) if (text.length <= ${maxText} && inner.shadowRoot) text += shadowText(inner)
    return element.shadowRoot ? text + shadowText(element) : text
  }
  const shadowText = (host) => [...host.shadowRoot.children].map((child) => (child.localName === "style" ? "" : textOf(child))).join(" ")
  const contains = (element, node) => {
    for (let at = node; at; at = at.assignedSlot ?? at.parentNode ?? at.host) if (at === element) return true
    return false
  }
  // What is seen at the middle of a button, through the trees of components.
  const isInFront = (layer, button) => {
    const { bottom, left, right, top } = button.getBoundingClientRect()
    const x = (left + right) / 2, y = (top + bottom) / 2
    if (right - left < 1 || bottom - top < 1) return false
    let seen = document.elementFromPoint(x, y)
    while (seen?.shadowRoot) {
      const inner = seen.shadowRoot.elementFromPoint(x, y)
      if (!inner || inner === seen) break
      seen = inner
    }
    return seen !== null && contains(layer, seen)
  }
  const label = (control) => (control.getAttribute("aria-label") || control.innerText || control.value || "").trim()
  const staysInView = (element) => {
    const { position } = getComputedStyle(element)
    return position === "fixed" || position === "sticky" || (element.localName === "dialog" && element.matches(":modal"))
  }
  const staying = []
  const found = []
  for (const element of all) {
    if (performance.now() > end) break
    if (!staysInView(element)) continue
    staying.push(element)
    const text = textOf(element).trim()
    if (text.length < ${minText} || text.length > ${maxText} || !cookies.test(text)) continue
    if (within(element, "h1, main, article, nav, textarea, select, input:not([type=checkbox], [type=radio], [type=hidden], [type=button], [type=submit])").length > 0) continue
    const controls = within(element, "button, a, [role=button], input[type=button], input[type=submit]")
    if (!controls.some((control) => label(control).length < 60 && agreeing.test(label(control)) && isInFront(element, control))) continue
    found.push([element, text.replace(/\\s+/g, " ").slice(0, ${maxSample})])
  }
  // Of several around one button the innermost asks; a page may stand in such a part as a whole.
  const layers = found.filter(([layer]) => !found.some(([other]) => other !== layer && contains(layer, other)))
  if (layers.length === 0) return []
  for (const [layer] of layers) hide(layer, "display", "none")
  // What dims the page behind them.
  for (const element of staying) {
    const { height, width } = element.getBoundingClientRect()
    if (width < 0.9 * innerWidth || height < 0.9 * innerHeight || textOf(element).trim() !== "") continue
    if (within(element, "img, picture, video, canvas, svg, iframe").length === 0) hide(element, "display", "none")
  }
  // The page cannot be scrolled behind some of them.
  for (const root of [document.documentElement, document.body]) {
    if (getComputedStyle(root).overflowY === "hidden") hide(root, "overflow", "visible")
  }
  return layers.map(([, sample]) => sample)
})()`

/** Shows again what was hidden. */
export const showConsentLayers = `(() => {
  for (const [element, name, value, priority] of (globalThis.orbweaverHidden ?? []).reverse()) {
    if (value === "") element.style.removeProperty(name)
    else element.style.setProperty(name, value, priority)
    if (element.getAttribute("style") === "") element.removeAttribute("style")
  }
  globalThis.orbweaverHidden = []
})()`

/** What the reader of a picture should know that lacks a layer. */
export const withoutLayer = (sample: string): string =>
  `The picture leaves out a layer of the page that asks for consent to cookies: "${sample}". Set \`blockAds\` to false to keep it.`
