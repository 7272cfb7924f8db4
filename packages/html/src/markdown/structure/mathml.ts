/**
 * Presentation MathML to TeX, for formulas whose page has no TeX of its own (MathML Core, 3).
 *
 * Children are converted before their parent, on a stack of their own, so that a formula may be as deep as it likes.
 *
 * The package `mathml-to-latex` 1.8 reads text with a DOM of its own (0.5 MB): 0.16 ms a small formula, 1 s in one call for one
 * that is 20,000 elements deep.
 */
import { attribute, subtreeEnd, text, type Tree } from "../../tree/Tree.ts"
import { Tag } from "../../tree/tags.ts"
import { accents, functions, symbols, underAccents } from "./texSymbols.ts"

/** An element whose children are being converted. */
interface OpenMathElement {
  readonly node: number
  readonly parts: Array<string>
}

/** Nodes of a formula; a larger one is no formula, and each level of it would be copied into the next. */
export const maxFormulaNodes = 5_000

/** The TeX of a `math` element; nothing for one that is too large. */
export const texOfMathml = (tree: Tree, math: number): string => {
  const end = subtreeEnd(tree, math)
  if (end - math > maxFormulaNodes) return ""
  const stack: Array<OpenMathElement> = [{ node: math, parts: [] }]
  for (let at = math + 1; at < end;) {
    while (stack.length > 1 && !isChild(tree, at, stack.at(-1)!.node)) closeInto(tree, stack)
    const tag = tree.tag[at]!
    if (tag === Tag.text) {
      if (!isToken(tree.tag[tree.parent[at]!]!) || stack.at(-1)!.node !== tree.parent[at]) {
        at++
        continue
      }
      stack.at(-1)!.parts.push(text(tree, at))
    } else if (tag === Tag.annotation || tag === Tag.annotationXml || tag === Tag.mphantom) {
      at = tree.next[at]! >= 0 ? tree.next[at]! : afterOf(tree, at, end)
      continue
    } else stack.push({ node: at, parts: [] })
    at++
  }
  while (stack.length > 1) closeInto(tree, stack)
  return joined(stack[0]!.parts)
}

const isChild = (tree: Tree, node: number, parent: number): boolean => tree.parent[node] === parent

const afterOf = (tree: Tree, node: number, end: number): number => {
  let at = node + 1
  while (at < end && tree.parent[at]! >= node) at++
  return at
}

const isToken = (tag: number): boolean =>
  tag === Tag.mi || tag === Tag.mn || tag === Tag.mo || tag === Tag.mtext || tag === Tag.ms

const closeInto = (tree: Tree, stack: Array<OpenMathElement>): void => {
  const { node, parts } = stack.pop()!
  stack.at(-1)!.parts.push(texOf(tree, node, parts))
}

/** Parts in a row; a command before a letter needs a space between. Long parts are never looked through. */
const joined = (parts: ReadonlyArray<string>): string => {
  let all = ""
  let last = ""
  for (const part of parts) {
    if (part === "") continue
    all += last.length <= longest && endsInCommand.test(last) && startsWithLetter(part) ? ` ${part}` : part
    last = part
  }
  return all
}

const concatenated = (parts: ReadonlyArray<string>, separator: string): string => {
  let all = ""
  for (let i = 0; i < parts.length; i++) all += i === 0 ? parts[0]! : separator + parts[i]!
  return all
}

/** Longer TeX is no symbol and no function. */
const longest = 24

const endsInCommand = /\\[A-Za-z]+$/

const startsWithLetter = (tex: string): boolean => /[A-Za-z]/.test(tex.charAt(0))

/** As an argument: in braces unless it is one character. */
const group = (tex: string | undefined): string =>
  tex !== undefined && tex.length === 1 && /[A-Za-z0-9]/.test(tex) ? tex : `{${tex ?? ""}}`

/** As the base of a script: braces only around more than one symbol. */
const base = (tex: string | undefined): string => {
  if (tex === undefined || tex === "") return "{}"
  return tex.length <= longest && /^(?:[^\\{}^_\s]|\\[A-Za-z]+|\d+)$/.test(tex) ? tex : `{${tex}}`
}

const texOf = (tree: Tree, node: number, parts: ReadonlyArray<string>): string => {
  switch (tree.tag[node]) {
    case Tag.mi:
      return identifier(tree, node, parts.join("").trim())
    case Tag.mn:
      return parts.join("").trim()
    case Tag.mo:
      return operator(parts.join("").trim())
    case Tag.mtext:
    case Tag.ms: {
      const words = parts.join("").replace(/\s+/g, " ")
      return words.trim() === "" ? (words === "" ? "" : "\\ ") : `\\text{${words.replace(/[\\{}$%&#_^~]/g, "\\$&")}}`
    }
    case Tag.mspace:
      return attribute(tree, node, "linebreak") === "newline" ? "\\\\ " : "\\ "
    case Tag.mfrac:
      return attribute(tree, node, "linethickness") === "0"
        ? `\\binom{${parts[0] ?? ""}}{${parts[1] ?? ""}}`
        : `\\frac{${parts[0] ?? ""}}{${parts[1] ?? ""}}`
    case Tag.msqrt:
      return `\\sqrt{${joined(parts)}}`
    case Tag.mroot:
      return `\\sqrt[${parts[1] ?? ""}]{${parts[0] ?? ""}}`
    case Tag.msub:
      return `${base(parts[0])}_${group(parts[1])}`
    case Tag.msup:
      return parts[1] === "'" || parts[1] === "\\prime" ? `${base(parts[0])}'` : `${base(parts[0])}^${group(parts[1])}`
    case Tag.msubsup:
      return `${base(parts[0])}_${group(parts[1])}^${group(parts[2])}`
    case Tag.munder:
      return under(parts)
    case Tag.mover:
      return over(parts)
    case Tag.munderover:
      return `${base(parts[0])}_${group(parts[1])}^${group(parts[2])}`
    case Tag.mmultiscripts:
      return `${base(parts[0])}_${group(parts[1])}^${group(parts[2])}`
    case Tag.mfenced: {
      const separator = attribute(tree, node, "separators")?.trim().charAt(0) ?? ","
      const open = delimiter(attribute(tree, node, "open") ?? "(")
      const close = delimiter(attribute(tree, node, "close") ?? ")")
      return `\\left${open}${concatenated(parts, separator)}\\right${close}`
    }
    case Tag.menclose:
      return /box/.test(attribute(tree, node, "notation") ?? "") ? `\\boxed{${joined(parts)}}` : joined(parts)
    case Tag.mtable:
      return table(tree, node, parts)
    case Tag.mtr:
    case Tag.mlabeledtr:
      return concatenated(parts, " & ")
    default:
      return joined(parts)
  }
}

const identifier = (tree: Tree, node: number, name: string): string => {
  const symbol = symbols.get(name)
  if (symbol !== undefined) return symbol
  if (functions.has(name)) return `\\${name}`
  const variant = attribute(tree, node, "mathvariant")
  const escaped = name.replace(/[\\{}$%&#_^~]/g, "\\$&")
  if (variant === "bold") return `\\mathbf{${escaped}}`
  if (variant === "double-struck") return `\\mathbb{${escaped}}`
  if (variant === "script") return `\\mathcal{${escaped}}`
  if (variant === "fraktur") return `\\mathfrak{${escaped}}`
  return /^[A-Za-z]{2,}$/.test(name) ? `\\mathrm{${escaped}}` : escaped
}

const operator = (sign: string): string =>
  symbols.get(sign) ?? (functions.has(sign) ? `\\${sign}` : sign.replace(/[{}%&#$]/g, "\\$&"))

const delimiter = (sign: string): string =>
  sign === "" ? "." : sign === "{" || sign === "}" ? `\\${sign}` : (symbols.get(sign) ?? sign)

const short = (tex: string | undefined): string => (tex !== undefined && tex.length <= longest ? tex : "")

const over = (parts: ReadonlyArray<string>): string => {
  const accent = accents.get(short(parts[1]))
  if (accent !== undefined) return `\\${accent}{${parts[0] ?? ""}}`
  return isLarge(parts[0]) ? `${parts[0]}^${group(parts[1])}` : `\\overset{${parts[1] ?? ""}}{${parts[0] ?? ""}}`
}

const under = (parts: ReadonlyArray<string>): string => {
  const accent = underAccents.get(short(parts[1]))
  if (accent !== undefined) return `\\${accent}{${parts[0] ?? ""}}`
  return isLarge(parts[0]) ? `${parts[0]}_${group(parts[1])}` : `\\underset{${parts[1] ?? ""}}{${parts[0] ?? ""}}`
}

/** Sums, products and limits take what stands below them as a subscript. */
const isLarge = (tex: string | undefined): boolean =>
  /^\\(?:sum|prod|coprod|int|oint|bigcup|bigcap|bigoplus|bigotimes|lim|max|min|sup|inf|limsup|liminf|det|gcd|Pr|arg)$/.test(
    short(tex)
  )

/** A matrix between brackets gets its environment from them; one without is a plain array. */
const table = (tree: Tree, node: number, rows: ReadonlyArray<string>): string => {
  const environment = tree.tag[tree.parent[node]!] === Tag.math ? "aligned" : "matrix"
  return `\\begin{${environment}}${concatenated(rows, " \\\\ ")}\\end{${environment}}`
}
