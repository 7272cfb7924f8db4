/**
 * Signs of formulas and their TeX commands. Letters and signs that are not here stand for themselves.
 */

const table = (list: string): ReadonlyArray<readonly [string, string]> =>
  list
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [sign = "", command = ""] = entry.split("=>")
      return [sign, command] as const
    })

const commands = table(`
  α=>alpha β=>beta γ=>gamma δ=>delta ε=>varepsilon ϵ=>epsilon ζ=>zeta η=>eta θ=>theta ϑ=>vartheta ι=>iota κ=>kappa
  λ=>lambda μ=>mu ν=>nu ξ=>xi π=>pi ϖ=>varpi ρ=>rho ϱ=>varrho σ=>sigma ς=>varsigma τ=>tau υ=>upsilon φ=>varphi ϕ=>phi
  χ=>chi ψ=>psi ω=>omega Γ=>Gamma Δ=>Delta Θ=>Theta Λ=>Lambda Ξ=>Xi Π=>Pi Σ=>Sigma Υ=>Upsilon Φ=>Phi Ψ=>Psi Ω=>Omega
  ∑=>sum ∏=>prod ∐=>coprod ∫=>int ∬=>iint ∭=>iiint ∮=>oint ⋃=>bigcup ⋂=>bigcap ⨁=>bigoplus ⨂=>bigotimes
  ±=>pm ∓=>mp ×=>times ÷=>div ⋅=>cdot ·=>cdot ∗=>ast ⋆=>star ∘=>circ ∙=>bullet ⊕=>oplus ⊗=>otimes ⊖=>ominus ⊙=>odot
  ≤=>leq ≥=>geq ≠=>neq ≡=>equiv ≈=>approx ≃=>simeq ≅=>cong ∼=>sim ∝=>propto ≪=>ll ≫=>gg ≺=>prec ≻=>succ ⊥=>perp ∥=>parallel
  ∈=>in ∉=>notin ∋=>ni ⊂=>subset ⊆=>subseteq ⊃=>supset ⊇=>supseteq ∪=>cup ∩=>cap ∖=>setminus ∅=>emptyset
  ∀=>forall ∃=>exists ∄=>nexists ¬=>neg ∧=>wedge ∨=>vee ⊢=>vdash ⊨=>models ⊤=>top
  →=>to ←=>leftarrow ↔=>leftrightarrow ⇒=>Rightarrow ⇐=>Leftarrow ⇔=>Leftrightarrow ↦=>mapsto ⟶=>longrightarrow ↑=>uparrow ↓=>downarrow
  ⟹=>Longrightarrow ⟺=>Longleftrightarrow ↪=>hookrightarrow ⇀=>rightharpoonup ⇌=>rightleftharpoons
  ∞=>infty ∂=>partial ∇=>nabla ℏ=>hbar ℓ=>ell ℜ=>Re ℑ=>Im ℵ=>aleph ∠=>angle △=>triangle □=>square √=>surd
  …=>ldots ⋯=>cdots ⋮=>vdots ⋱=>ddots ′=>prime ⟨=>langle ⟩=>rangle ⌊=>lfloor ⌋=>rfloor ⌈=>lceil ⌉=>rceil ‖=>Vert
  ℝ=>mathbb{R} ℂ=>mathbb{C} ℕ=>mathbb{N} ℤ=>mathbb{Z} ℚ=>mathbb{Q} ℙ=>mathbb{P} 𝔼=>mathbb{E}
`)

/** A sign and its TeX, the backslash included. */
export const symbols: ReadonlyMap<string, string> = new Map([
  ...commands.map(([sign, command]) => [sign, `\\${command}`] as const),
  ["−", "-"],
  ["\u2061", ""],
  ["\u2062", ""],
  ["\u2063", ""],
  ["\u2064", ""],
  ["{", "\\{"],
  ["}", "\\}"],
  ["\u00a0", "\\ "]
])

/** Names that TeX sets upright. */
export const functions: ReadonlySet<string> = new Set(
  "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh".split(
    " "
  )
)

/** Signs above a letter, as TeX of the sign, and their accents. */
export const accents: ReadonlyMap<string, string> = new Map([
  ["^", "hat"],
  ["ˆ", "hat"],
  ["~", "tilde"],
  ["˜", "tilde"],
  ["\\sim", "tilde"],
  ["¯", "bar"],
  ["‾", "overline"],
  ["_", "overline"],
  ["\\to", "vec"],
  ["\\rightharpoonup", "vec"],
  ["˙", "dot"],
  [".", "dot"],
  ["¨", "ddot"],
  ["⏞", "overbrace"]
])

/** Signs below a term. */
export const underAccents: ReadonlyMap<string, string> = new Map([
  ["_", "underline"],
  ["̲", "underline"],
  ["⏟", "underbrace"]
])
