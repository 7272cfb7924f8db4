/**
 * The tokenizer cases of html5lib, read from a folder of `.test` files, and the tree that each of them stands for.
 *
 * We have no tokens to show, only trees. So the tokens that a case expects are handed to the tree construction of parse5,
 * behind a body that is open, and the tree it makes of them is what ours has to be for the source. A case that starts in
 * another state than "data" starts inside an element that leads to that state.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type DefaultTreeAdapterTypes, html as names, Parser, Token } from "parse5"
import { parse } from "../../src/tree/parse.ts"
import { outlineOf, outlineOfDocument, outlineOfParse5 } from "./outline.ts"

type CaseToken =
  | "ParseError"
  | readonly ["Character", string]
  | readonly ["Comment", string]
  | readonly ["DOCTYPE", ...ReadonlyArray<unknown>]
  | readonly ["EndTag", string]
  | readonly ["StartTag", string, Readonly<Record<string, string>>, boolean?]

interface CaseFile {
  readonly tests?: ReadonlyArray<{
    readonly description: string
    readonly input: string
    readonly output: ReadonlyArray<CaseToken>
    readonly initialStates?: ReadonlyArray<string>
    readonly lastStartTag?: string
    readonly doubleEscaped?: boolean
  }>
}

export interface TokenizerCase {
  /** File, description and initial state. */
  readonly name: string
  /** The source, in a document that leads to the initial state. */
  readonly html: string
  readonly expected: ReadonlyArray<string>
}

/** What leads to a state, for us and for the tree construction that is handed tokens. */
interface Context {
  readonly element: string
  readonly source: string
  readonly opened: string
}

const inElement = (element: string): Context => ({ element, source: `<${element}>`, opened: `<${element}>` })

const contexts: Readonly<Record<string, Context>> = {
  "Data state": { element: "", source: "", opened: "" },
  "PLAINTEXT state": inElement("plaintext"),
  "RCDATA state": inElement("title"),
  "RAWTEXT state": inElement("xmp"),
  "Script data state": inElement("script"),
  "CDATA section state": { element: "", source: "<svg><![CDATA[", opened: "<svg>" }
}

const start = "<!doctype html><body>"

export const readTokenizerCases = (folder: string): ReadonlyArray<TokenizerCase> =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".test"))
    .sort()
    .flatMap((file) => {
      const { tests = [] } = JSON.parse(readFileSync(join(folder, file), "utf8")) as CaseFile
      return tests.flatMap((test) =>
        (test.initialStates ?? ["Data state"]).map((state): TokenizerCase => {
          const context = contexts[state]
          if (context === undefined) throw new Error(`${file}: no context for the state ${state}`)
          // An end tag counts when it closes the element that is open.
          const named = (text: string): string =>
            test.lastStartTag === undefined || context.element === ""
              ? text
              : text.replaceAll(new RegExp(test.lastStartTag, "gi"), context.element)
          const plain = (text: string): string => named(test.doubleEscaped === true ? unescaped(text) : text)
          return {
            name: `${file}: ${test.description} (${state})`,
            html: start + context.source + plain(test.input),
            expected: outlineOfDocument(construct(context, test.output, plain))
          }
        })
      )
    })

const unescaped = (text: string): string =>
  text.replaceAll(/\\u([\dA-F]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The document that parse5 makes of tokens. */
const construct = (
  context: Context,
  tokens: ReadonlyArray<CaseToken>,
  plain: (text: string) => string
): DefaultTreeAdapterTypes.Document => {
  const parser = new Parser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>()
  parser.tokenizer.write(start + context.opened, false)
  const location = null
  for (const token of tokens) {
    if (token === "ParseError") continue
    switch (token[0]) {
      case "Character":
        // As the tokenizer hands them on: white space, NUL and all else apart.
        for (const [chars] of plain(token[1]).matchAll(/\0+|[\t\n\f\r ]+|[^\0\t\n\f\r ]+/g)) {
          if (chars.startsWith("\0")) parser.onNullCharacter({ type: Token.TokenType.NULL_CHARACTER, chars, location })
          else if (/^\s/.test(chars) && chars.trim() === "")
            parser.onWhitespaceCharacter({ type: Token.TokenType.WHITESPACE_CHARACTER, chars, location })
          else parser.onCharacter({ type: Token.TokenType.CHARACTER, chars, location })
        }
        break
      case "StartTag":
        parser.onStartTag({
          ...tagOf(plain(token[1])),
          type: Token.TokenType.START_TAG,
          selfClosing: token[3] === true,
          attrs: Object.entries(token[2]).map(([name, value]) => ({ name: plain(name), value: plain(value) }))
        })
        break
      case "EndTag":
        parser.onEndTag({ ...tagOf(plain(token[1])), type: Token.TokenType.END_TAG, selfClosing: false, attrs: [] })
        break
      default: // Comments and doctypes are not kept, and a doctype in the body is ignored.
    }
  }
  parser.onEof({ type: Token.TokenType.EOF, location })
  return parser.document
}

const tagOf = (tagName: string) => ({
  tagName,
  tagID: names.getTagID(tagName),
  ackSelfClosing: false,
  location: null
})

export type Verdict =
  /** Our tree is the one that the case expects. */
  | "same"
  /** The case is older than the standard: ours is the tree that parse5 makes of the source today. */
  | "changed"
  | "different"

export const judge = ({ expected, html }: TokenizerCase): Verdict => {
  const ours = JSON.stringify(outlineOf(parse(html)))
  if (ours === JSON.stringify(expected)) return "same"
  return ours === JSON.stringify(outlineOfParse5(html)) ? "changed" : "different"
}
