/**
 * What a page looks like, read from the styles as they are computed: colours,
 * fonts, sizes, spacing, logo (docs/reference/v2.md §6, `branding`).
 *
 * Rules, no model: the background is what lies behind the page; the primary
 * colour is that of the most prominent button or, without one, the most used
 * colour that is no grey; names such as `--brand-primary` outrank both. At most
 * `maxElements` elements are looked at.
 */
import type { Tab } from "./tab.ts"
import { evaluate } from "./world.ts"

const maxElements = 3_000

export const branding = (tab: Tab): Promise<unknown> => evaluate(tab, script)

const script = `(() => {
  const parse = (text) => {
    const found = /rgba?\\(([\\d.]+)[ ,]+([\\d.]+)[ ,]+([\\d.]+)(?:[ ,/]+([\\d.]+%?))?\\)/.exec(text ?? "")
    if (!found) return undefined
    const alpha = found[4] === undefined ? 1 : found[4].endsWith("%") ? parseFloat(found[4]) / 100 : parseFloat(found[4])
    return alpha < 0.1 ? undefined : [found[1], found[2], found[3]].map((part) => Math.round(parseFloat(part)))
  }
  const hex = (rgb) => rgb && "#" + rgb.map((part) => part.toString(16).padStart(2, "0")).join("").toUpperCase()
  const light = ([r, g, b]) => (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255
  const isGrey = (rgb) => Math.max(...rgb) - Math.min(...rgb) < 24
  const colour = (style, property) => hex(parse(style[property]))
  const visible = (element) => {
    const { height, width } = element.getBoundingClientRect()
    return width > 0 && height > 0
  }
  const first = (selector) => [...document.querySelectorAll(selector)].slice(0, 50).find(visible)
  const styleOf = (element) => element && getComputedStyle(element)
  const clear = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined && value !== ""))
  const absolute = (href) => { try { return href ? new URL(href, document.baseURI).href : undefined } catch { return undefined } }
  const family = (style) => style?.fontFamily.split(",")[0].trim().replace(/^["']|["']$/g, "")

  const body = styleOf(document.body) ?? styleOf(document.documentElement)
  const background = parse(body.backgroundColor) ?? parse(styleOf(document.documentElement).backgroundColor) ?? [255, 255, 255]

  const used = new Map()
  const families = new Map()
  const radii = new Map()
  const paddings = []
  const count = (map, key, by) => key && map.set(key, (map.get(key) ?? 0) + by)
  let seen = 0
  for (const element of document.body?.querySelectorAll("*") ?? []) {
    if (++seen > ${maxElements}) break
    const box = element.getBoundingClientRect()
    if (box.width === 0 || box.height === 0) continue
    const style = getComputedStyle(element)
    const area = Math.sqrt(Math.min(box.width * box.height, 200000))
    for (const property of ["backgroundColor", "borderTopColor", "color"]) {
      if (property === "borderTopColor" && style.borderTopWidth === "0px") continue
      const rgb = parse(style[property])
      if (rgb && !isGrey(rgb)) count(used, hex(rgb), property === "color" ? area / 4 : area)
    }
    const text = [...element.childNodes].reduce((sum, node) => sum + (node.nodeType === 3 ? node.data.trim().length : 0), 0)
    if (text > 0) count(families, family(style), text)
    if (style.borderRadius !== "0px") count(radii, style.borderRadius, 1)
    for (const side of [style.paddingTop, style.paddingLeft, style.marginTop]) {
      const size = parseFloat(side)
      if (size > 0 && size <= 96 && Number.isInteger(size)) paddings.push(size)
    }
  }
  const ranked = (map) => [...map].sort((a, b) => b[1] - a[1]).map(([key]) => key)

  const variables = {}
  const root = styleOf(document.documentElement)
  const probe = document.createElement("span")
  probe.style.display = "none"
  document.documentElement.append(probe)
  for (const role of ["primary", "secondary", "accent", "success", "warning", "error", "danger"]) {
    for (const name of ["--" + role, "--color-" + role, "--" + role + "-color", "--brand-" + role, "--bs-" + role, "--theme-" + role]) {
      const value = root.getPropertyValue(name).trim()
      if (!value || variables[role]) continue
      probe.style.color = ""
      probe.style.color = value
      if (probe.style.color) variables[role] = hex(parse(getComputedStyle(probe).color))
    }
  }
  probe.remove()

  const buttons = [...document.querySelectorAll("button, [role=button], input[type=submit], a[class*=btn], a[class*=button], a[class*=Button]")].slice(0, 200).filter(visible).map((element) => ({ element, style: getComputedStyle(element) }))
  const filled = buttons.filter(({ style }) => { const rgb = parse(style.backgroundColor); return rgb && hex(rgb) !== hex(background) })
  const strong = filled.find(({ style }) => !isGrey(parse(style.backgroundColor))) ?? filled[0]
  const other = buttons.find(({ style }) => style !== strong?.style && style.backgroundColor !== strong?.style.backgroundColor && (style.borderTopWidth !== "0px" || parse(style.backgroundColor)))
  const button = (found) => found && clear({
    background: colour(found.style, "backgroundColor") ?? hex(background),
    textColor: colour(found.style, "color"),
    borderColor: found.style.borderTopWidth === "0px" ? undefined : colour(found.style, "borderTopColor"),
    borderRadius: found.style.borderRadius
  })

  const link = styleOf(first("main a[href], article a[href], p a[href], a[href]"))
  const heading = styleOf(first("h1")) ?? styleOf(first("h2"))
  const code = styleOf(first("code, pre"))
  const input = styleOf(first("input:not([type=hidden]):not([type=submit]):not([type=checkbox]):not([type=radio]), textarea"))
  const small = styleOf(first("p small, small, figcaption, time, .meta"))
  const sizes = { h1: styleOf(first("h1")), h2: styleOf(first("h2")), h3: styleOf(first("h3")), body: styleOf(first("p")) ?? body }
  const top = ranked(used)
  const primary = variables.primary ?? (strong && !isGrey(parse(strong.style.backgroundColor)) ? colour(strong.style, "backgroundColor") : undefined) ?? top[0]
  const rest = top.filter((found) => found !== primary)

  const logoElement = first("header img[src*=logo i], header img[alt*=logo i], [class*=logo i] img, img[class*=logo i], img[id*=logo i], a[href='/'] img, header svg[class*=logo i], [class*=logo i] svg, a[href='/'] svg")
  const asData = (svg) => {
    const copy = svg.cloneNode(true)
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg")
    return "data:image/svg+xml," + encodeURIComponent(copy.outerHTML.slice(0, 20000))
  }
  const logo = logoElement && (logoElement.localName === "img" ? absolute(logoElement.currentSrc || logoElement.src) : asData(logoElement))
  const favicon = absolute(document.querySelector("link[rel~=icon]")?.getAttribute("href")) ?? absolute("/favicon.ico")
  const ogImage = absolute(document.querySelector("meta[property='og:image']")?.getAttribute("content"))

  const common = paddings.length === 0 ? 8 : [8, 4, 5, 6, 10].map((unit) => [unit, paddings.filter((size) => size % unit === 0).length * Math.sqrt(unit)]).sort((a, b) => b[1] - a[1])[0][0]
  const weights = [...new Set([body, heading, styleOf(first("strong, b")), styleOf(first("nav a"))].filter(Boolean).map((style) => Number(style.fontWeight)))]
  const textPrimary = colour(sizes.body, "color") ?? colour(body, "color")
  return {
    colorScheme: light(background) < 0.5 ? "dark" : "light",
    ...clear({ logo }),
    colors: clear({
      primary, secondary: variables.secondary ?? rest[0], accent: variables.accent ?? rest[1] ?? rest[0] ?? primary,
      background: hex(background), textPrimary, textSecondary: colour(small ?? {}, "color"), link: colour(link ?? {}, "color"),
      success: variables.success, warning: variables.warning, error: variables.error ?? variables.danger
    }),
    fonts: ranked(families).slice(0, 6).map((name) => ({ family: name })),
    typography: {
      fontFamilies: clear({ primary: ranked(families)[0] ?? family(body), heading: family(heading), code: family(code) }),
      fontSizes: clear(Object.fromEntries(Object.entries(sizes).map(([name, style]) => [name, style?.fontSize]))),
      fontWeights: clear({
        light: weights.find((weight) => weight < 400), regular: Number(body.fontWeight),
        medium: weights.find((weight) => weight > 400 && weight < 700), bold: weights.find((weight) => weight >= 700)
      }),
      lineHeights: clear({ heading: heading?.lineHeight, body: sizes.body?.lineHeight })
    },
    spacing: { baseUnit: common, borderRadius: ranked(radii)[0] ?? "0px" },
    components: clear({
      buttonPrimary: button(strong), buttonSecondary: button(other),
      input: input && clear({ background: colour(input, "backgroundColor"), textColor: colour(input, "color"), borderColor: colour(input, "borderTopColor"), borderRadius: input.borderRadius })
    }),
    images: clear({ logo, favicon, ogImage })
  }
})()`
