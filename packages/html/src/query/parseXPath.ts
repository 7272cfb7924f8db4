/** XPath 1.0 (W3C Recommendation of 16 November 1999) as a tree of expressions. */

export type Axis =
  | "ancestor"
  | "ancestor-or-self"
  | "attribute"
  | "child"
  | "descendant"
  | "descendant-or-self"
  | "following"
  | "following-sibling"
  | "parent"
  | "preceding"
  | "preceding-sibling"
  | "self"

export type NodeTest =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "any" }
  | { readonly kind: "text" }
  | { readonly kind: "node" }
  /** Comments and processing instructions, which the tree does not keep. */
  | { readonly kind: "none" }

export interface Step {
  readonly axis: Axis
  readonly test: NodeTest
  readonly predicates: ReadonlyArray<Expression>
}

export type Operator = "or" | "and" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*" | "div" | "mod" | "|"

export type Expression =
  | { readonly kind: "binary"; readonly operator: Operator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "negation"; readonly of: Expression }
  | { readonly kind: "literal"; readonly value: string | number }
  | { readonly kind: "call"; readonly name: string; readonly args: ReadonlyArray<Expression> }
  | { readonly kind: "filter"; readonly of: Expression; readonly predicates: ReadonlyArray<Expression> }
  | {
      readonly kind: "path"
      /** Where it starts: another expression, the root of the page, or the element that it is evaluated from. */
      readonly from: Expression | "root" | "context"
      readonly steps: ReadonlyArray<Step>
    }

const maxLength = 10_000
const maxDepth = 100

const axes: ReadonlySet<string> = new Set<Axis>([
  "ancestor",
  "ancestor-or-self",
  "attribute",
  "child",
  "descendant",
  "descendant-or-self",
  "following",
  "following-sibling",
  "parent",
  "preceding",
  "preceding-sibling",
  "self"
])

/** Operators by how tightly they bind, loosest first. */
const levels: ReadonlyArray<ReadonlySet<string>> = [
  new Set(["or"]),
  new Set(["and"]),
  new Set(["=", "!="]),
  new Set(["<", "<=", ">", ">="]),
  new Set(["+", "-"]),
  new Set(["*", "div", "mod"])
]

interface Token {
  readonly kind: "name" | "number" | "text" | "mark" | "operator" | "end"
  readonly text: string
  readonly at: number
}

const lexeme =
  /\s*(?:(\d+(?:\.\d*)?|\.\d+)|"([^"]*)"|'([^']*)'|(::|\/\/|\.\.|!=|<=|>=|[()[\].@,/|+\-=<>*$])|((?:[\p{L}_][\p{L}\p{N}._-]*)(?::(?!:)(?:[\p{L}_][\p{L}\p{N}._-]*|\*))?))/uy

/** @throws Error that says what is wrong, and where. */
export const parseXPath = (source: string): Expression => {
  if (source.length > maxLength) throw new Error(`it has more than ${maxLength} characters`)
  const parser = new Parser(tokensOf(source))
  const parsed = parser.expression(0)
  parser.expectEnd()
  return parsed
}

const tokensOf = (source: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  const end = source.trimEnd().length
  lexeme.lastIndex = 0
  for (let at = 0; at < end; at = lexeme.lastIndex) {
    lexeme.lastIndex = at
    const found = lexeme.exec(source)
    if (found === null) throw new Error(`there is an unexpected character at ${at + 1}`)
    const [, number, double, single, mark, name] = found
    if (number !== undefined) tokens.push({ kind: "number", text: number, at })
    else if (double !== undefined || single !== undefined) tokens.push({ kind: "text", text: (double ?? single)!, at })
    else tokens.push(wordOrMark(mark ?? name!, name !== undefined, tokens.at(-1), at))
  }
  return [...tokens, { kind: "end", text: "its end", at: end }]
}

/** After something complete, `*` multiplies and `and`, `or`, `div`, `mod` are operators (section 3.7). */
const wordOrMark = (text: string, isName: boolean, before: Token | undefined, at: number): Token => {
  const isOperand = before !== undefined && before.kind !== "operator" && !/^(?:::|[@([,/|]|\/\/)$/.test(markOf(before))
  const isOperator = isName ? /^(?:and|or|div|mod)$/.test(text) : text === "*"
  if (isOperator && isOperand) return { kind: "operator", text, at }
  if (isName) return { kind: "name", text, at }
  return { kind: /^(?:!=|<=|>=|[|+\-=<>])$/.test(text) ? "operator" : "mark", text, at }
}

const markOf = ({ kind, text }: Token): string => (kind === "mark" ? text : "")

class Parser {
  private readonly tokens: ReadonlyArray<Token>
  private position = 0
  private depth = 0

  constructor(tokens: ReadonlyArray<Token>) {
    this.tokens = tokens
  }

  expression(level: number): Expression {
    if (level === 0 && ++this.depth > maxDepth) throw new Error("it is nested too deeply")
    const operators = levels[level]
    if (operators === undefined) return this.negation()
    let left = this.expression(level + 1)
    while (this.token.kind === "operator" && operators.has(this.token.text)) {
      const operator = this.next().text as Operator
      left = { kind: "binary", operator, left, right: this.expression(level + 1) }
    }
    if (level === 0) this.depth--
    return left
  }

  expectEnd(): void {
    if (this.token.kind !== "end") this.fail()
  }

  private negation(): Expression {
    let isNegated = false
    let count = 0
    for (; this.take("-"); count++) isNegated = !isNegated
    const of = this.union()
    if (count === 0) return of
    return isNegated ? { kind: "negation", of } : { kind: "negation", of: { kind: "negation", of } }
  }

  private union(): Expression {
    let left = this.path()
    while (this.take("|")) left = { kind: "binary", operator: "|", left, right: this.path() }
    return left
  }

  private path(): Expression {
    if (this.is("/")) {
      this.next()
      return { kind: "path", from: "root", steps: this.startsStep() ? this.steps([]) : [] }
    }
    if (this.take("//")) return { kind: "path", from: "root", steps: this.steps([anyInside]) }
    if (!this.startsPrimary()) return { kind: "path", from: "context", steps: this.steps([]) }
    const primary = this.primary()
    const predicates = this.predicates()
    const from: Expression = predicates.length === 0 ? primary : { kind: "filter", of: primary, predicates }
    if (this.take("//")) return { kind: "path", from, steps: this.steps([anyInside]) }
    return this.take("/") ? { kind: "path", from, steps: this.steps([]) } : from
  }

  private steps(before: ReadonlyArray<Step>): ReadonlyArray<Step> {
    const steps = [...before, this.step()]
    while (this.is("/") || this.is("//")) {
      if (this.next().text === "//") steps.push(anyInside)
      steps.push(this.step())
    }
    return steps
  }

  private step(): Step {
    if (this.take(".")) return { axis: "self", test: { kind: "node" }, predicates: [] }
    if (this.take("..")) return { axis: "parent", test: { kind: "node" }, predicates: [] }
    let axis: Axis = "child"
    if (this.take("@")) axis = "attribute"
    else if (this.token.kind === "name" && this.tokens[this.position + 1]?.text === "::") {
      if (!axes.has(this.token.text)) throw new Error(`it has no axis ${this.token.text}`)
      axis = this.next().text as Axis
      this.next()
    }
    return { axis, test: this.nodeTest(), predicates: this.predicates() }
  }

  private nodeTest(): NodeTest {
    if (this.take("*")) return { kind: "any" }
    if (this.token.kind !== "name") return this.fail()
    const { text } = this.next()
    if (!this.take("(")) return text.endsWith(":*") ? { kind: "any" } : { kind: "name", name: localName(text) }
    if (text === "processing-instruction" && !this.is(")")) this.next()
    this.expect(")")
    if (text === "text" || text === "node") return { kind: text }
    if (text === "comment" || text === "processing-instruction") return { kind: "none" }
    throw new Error(`${text}() is no test of nodes`)
  }

  private predicates(): ReadonlyArray<Expression> {
    const predicates: Array<Expression> = []
    while (this.take("[")) {
      predicates.push(this.expression(0))
      this.expect("]")
    }
    return predicates
  }

  private primary(): Expression {
    if (this.take("(")) {
      const inner = this.expression(0)
      this.expect(")")
      return inner
    }
    if (this.is("$")) throw new Error("it names a variable, and there are none")
    const { kind, text } = this.next()
    if (kind === "number") return { kind: "literal", value: Number(text) }
    if (kind === "text") return { kind: "literal", value: text }
    this.expect("(")
    const args: Array<Expression> = []
    while (!this.take(")")) {
      if (args.length > 0) this.expect(",")
      args.push(this.expression(0))
    }
    return { kind: "call", name: text, args }
  }

  private startsPrimary(): boolean {
    const { kind, text } = this.token
    if (kind === "number" || kind === "text") return true
    if (kind === "mark") return text === "(" || text === "$"
    return kind === "name" && this.tokens[this.position + 1]?.text === "(" && !nodeTypes.has(text)
  }

  private startsStep(): boolean {
    const { kind, text } = this.token
    return kind === "name" || (kind === "mark" && (text === "." || text === ".." || text === "@" || text === "*"))
  }

  private get token(): Token {
    return this.tokens[this.position]!
  }

  private next(): Token {
    const token = this.token
    if (token.kind === "end") this.fail()
    this.position++
    return token
  }

  private is(text: string): boolean {
    const { kind } = this.token
    return (kind === "mark" || kind === "operator") && this.token.text === text
  }

  private take(text: string): boolean {
    if (!this.is(text)) return false
    this.position++
    return true
  }

  private expect(text: string): void {
    if (!this.take(text)) this.fail()
  }

  private fail(): never {
    const { at, text } = this.token
    throw new Error(`${text === "its end" ? text : JSON.stringify(text)} is unexpected at ${at + 1}`)
  }
}

const nodeTypes = new Set(["text", "node", "comment", "processing-instruction"])

/** `//`, between two steps. */
const anyInside: Step = { axis: "descendant-or-self", test: { kind: "node" }, predicates: [] }

/** HTML has no namespaces that a prefix could name. */
const localName = (name: string): string => name.slice(name.indexOf(":") + 1)
