/**
 * Whether a formula stands in a text. The bench draws both with KaTeX and compares what is seen; here they are compared as
 * one list of signs in the same order, which is stricter: what is only for the eye (sizes, spaces, fonts) is left out, and
 * indices come before powers.
 */
const signs: Readonly<Record<string, string>> = {
  alpha: "α",
  beta: "β",
  gamma: "γ",
  delta: "δ",
  epsilon: "ε",
  varepsilon: "ε",
  zeta: "ζ",
  eta: "η",
  theta: "θ",
  lambda: "λ",
  mu: "μ",
  nu: "ν",
  pi: "π",
  rho: "ρ",
  sigma: "σ",
  tau: "τ",
  phi: "φ",
  varphi: "φ",
  chi: "χ",
  psi: "ψ",
  omega: "ω",
  Gamma: "Γ",
  Delta: "Δ",
  Theta: "Θ",
  Lambda: "Λ",
  Pi: "Π",
  Sigma: "Σ",
  Phi: "Φ",
  Psi: "Ψ",
  Omega: "Ω",
  sum: "∑",
  prod: "∏",
  int: "∫",
  oint: "∮",
  nabla: "∇",
  partial: "∂",
  infty: "∞",
  in: "∈",
  notin: "∉",
  subset: "⊂",
  subseteq: "⊆",
  cup: "∪",
  cap: "∩",
  times: "×",
  cdot: "⋅",
  pm: "±",
  leq: "≤",
  le: "≤",
  geq: "≥",
  ge: "≥",
  neq: "≠",
  ne: "≠",
  approx: "≈",
  equiv: "≡",
  to: "→",
  rightarrow: "→",
  prime: "′",
  mid: "|",
  vert: "|",
  lbrace: "{",
  rbrace: "}",
  ldots: "…",
  cdots: "…",
  dots: "…"
}

/** For the eye alone. */
const unseen =
  /^(?:left|right|[bB]igg?[lrm]?|limits|nolimits|displaystyle|textstyle|mathrm|mathbf|mathit|mathcal|mathbb|mathfrak|mathsf|boldsymbol|text|textbf|textit|operatorname|quad|qquad)$/

/** The signs of a formula; groups that belong to a sign are between `(` and `)` of their own. */
const listOf = (tex: string): ReadonlyArray<string> => {
  const tokens = tex.match(/\\[a-zA-Z]+\*?|\\.|[^\s]/gu) ?? []
  let at = 0
  const group = (): ReadonlyArray<string> => {
    if (tokens[at] !== "{") return one()
    at++
    return until("}")
  }
  const one = (): ReadonlyArray<string> => {
    const token = tokens[at++]
    if (token === undefined) return []
    if (token === "{") return until("}")
    if (!token.startsWith("\\")) return [token === "'" ? "′" : token === "−" ? "-" : token]
    const name = token.slice(1)
    if (name === "frac" || name === "dfrac" || name === "tfrac") return ["frac(", ...group(), ")(", ...group(), ")"]
    if (name === "sqrt") return ["sqrt(", ...group(), ")"]
    if (unseen.test(name) || /^[^a-zA-Z{}|%]$/.test(name)) return []
    return [signs[name] ?? name]
  }
  const until = (end: string | undefined): ReadonlyArray<string> => {
    const out: Array<string> = []
    while (at < tokens.length) {
      if (tokens[at] === end) {
        at++
        break
      }
      let below: ReadonlyArray<string> | undefined
      let above: ReadonlyArray<string> | undefined
      while (tokens[at] === "_" || tokens[at] === "^" || tokens[at] === "'") {
        const sign = tokens[at]
        if (sign !== "'") at++
        const part = sign === "'" ? one() : group()
        if (sign === "_") below = part
        else above = [...(above ?? []), ...part]
      }
      if (below !== undefined) out.push("_(", ...below, ")")
      if (above !== undefined) out.push("^(", ...above, ")")
      if (below === undefined && above === undefined) out.push(...one())
    }
    return out
  }
  return until(undefined)
}

/** The formulas of a text: between dollars, brackets or parentheses of TeX. */
export const formulasOf = (markdown: string): ReadonlyArray<string> =>
  Array.from(markdown.matchAll(/\\\((.+?)\\\)|\\\[(.+?)\\\]|\$\$(.+?)\$\$|\$(.+?)\$/gs), (found) =>
    (found[1] ?? found[2] ?? found[3] ?? found[4] ?? "").trim()
  )

/** Whether one of the formulas is that one, or holds it. */
export const holdsFormula = (formulas: ReadonlyArray<string>, wanted: string): boolean => {
  const sought = ` ${listOf(wanted).join(" ")} `
  return formulas.some((formula) => ` ${listOf(formula).join(" ")} `.includes(sought))
}
