/** What the sources say of their members: comments before properties and classes, read without a type checker. */
import { readFileSync, readdirSync } from "node:fs"
import { join, resolve } from "node:path"
import ts from "typescript"

export const root = resolve(import.meta.dirname, "../..")

const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest, true)

/** The text of the doc comment right before a node, on one line. */
const commentOf = (node: ts.Node): string | undefined => {
  const source = node.getSourceFile().text
  const ranges = ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []
  const last = ranges.at(-1)
  const text = last === undefined ? "" : source.slice(last.pos, last.end)
  if (!text.startsWith("/**")) return undefined
  return text
    .slice(3, -2)
    .replaceAll(/^\s*\* ?/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim()
}

const visit = (node: ts.Node, see: (node: ts.Node) => void): void => {
  see(node)
  ts.forEachChild(node, (child) => visit(child, see))
}

/** Comments of the properties of a file by their names; the first of a name counts. */
export const propertyComments = (file: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  visit(parse(file), (node) => {
    if (!ts.isPropertyAssignment(node) && !ts.isPropertySignature(node)) return
    const text = commentOf(node)
    const name = node.name.getText()
    if (text !== undefined && !found.has(name)) found.set(name, text)
  })
  return found
}

export interface Method {
  readonly name: string
  /** `url`, `options?` */
  readonly parameters: ReadonlyArray<string>
  readonly comment: string
}

/** The members of an interface that are functions, with their comments up to the first program. */
export const methodsOf = (file: string, name: string): ReadonlyArray<Method> => {
  const found: Array<Method> = []
  visit(parse(file), (node) => {
    if (!ts.isInterfaceDeclaration(node) || node.name.text !== name) return
    for (const member of node.members) {
      if (!ts.isPropertySignature(member) || member.type === undefined || !ts.isFunctionTypeNode(member.type)) continue
      found.push({
        name: member.name.getText(),
        parameters: member.type.parameters.map(
          (parameter) => parameter.name.getText() + (parameter.questionToken === undefined ? "" : "?")
        ),
        comment: (commentOf(member) ?? "").replace(/ *```.*$/, "")
      })
    }
  })
  return found
}

export interface Failure {
  readonly tag: string
  readonly file: string
  readonly comment: string
  readonly fields: ReadonlyArray<{ readonly name: string; readonly comment: string }>
}

/** The tag of `class X extends Schema.TaggedError<X>()("X", {…})`, and its fields. */
const failureOf = (file: string, node: ts.Node): Failure | undefined => {
  if (!ts.isClassDeclaration(node)) return undefined
  const base = node.heritageClauses?.[0]?.types[0]?.expression
  if (base === undefined || !ts.isCallExpression(base) || !base.expression.getText().includes("TaggedError"))
    return undefined
  const [tag, fields] = base.arguments
  if (tag === undefined || !ts.isStringLiteral(tag)) return undefined
  const members = fields !== undefined && ts.isObjectLiteralExpression(fields) ? fields.properties : []
  return {
    tag: tag.text,
    file,
    comment: commentOf(node) ?? "",
    fields: members.flatMap((member) =>
      member.name === undefined ? [] : [{ name: member.name.getText(), comment: commentOf(member) ?? "" }]
    )
  }
}

/** The sources of a package below `packages`. */
export const sourcesOf = (name: string): ReadonlyArray<string> =>
  readdirSync(join(root, "packages", name, "src"), { recursive: true, encoding: "utf8" })
    .map((file) => `packages/${name}/src/${file.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".ts"))
    .toSorted()

export const failures = (file: string): ReadonlyArray<Failure> => {
  const found: Array<Failure> = []
  visit(parse(file), (node) => {
    const failure = failureOf(file, node)
    if (failure !== undefined) found.push(failure)
  })
  return found
}
