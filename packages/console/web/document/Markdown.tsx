/** Markdown as elements: nothing of it becomes HTML, so nothing in it can run. */
import { lexer, type Token, type Tokens } from "marked"
import type { ComponentChildren } from "preact"
import { useMemo } from "preact/hooks"
import { maxShownText } from "../kit/Raw.tsx"
import { SafeLink } from "../kit/SafeLink.tsx"
import { number } from "../kit/text.ts"

/** Deeper nesting is shown as text. */
const maxDepth = 40

const inline = (tokens: ReadonlyArray<Token> | undefined, depth: number): ComponentChildren =>
  (tokens ?? []).map((token) => element(token, depth + 1))

const heading = (depth: number, children: ComponentChildren) => {
  // The page has its own first and second level.
  const Level = `h${Math.min(6, depth + 2)}` as "h3"
  return <Level>{children}</Level>
}

const element = (token: Token, depth: number): ComponentChildren => {
  if (depth > maxDepth) return token.raw
  switch (token.type) {
    case "space":
      return null
    case "heading":
      return heading((token as Tokens.Heading).depth, inline(token.tokens, depth))
    case "paragraph":
      return <p dir="auto">{inline(token.tokens, depth)}</p>
    case "text":
      return token.tokens === undefined ? unescapeText(token as Tokens.Text) : inline(token.tokens, depth)
    case "escape":
      return (token as Tokens.Escape).text
    case "strong":
      return <strong>{inline(token.tokens, depth)}</strong>
    case "em":
      return <em>{inline(token.tokens, depth)}</em>
    case "del":
      return <del>{inline(token.tokens, depth)}</del>
    case "codespan":
      return <code>{(token as Tokens.Codespan).text}</code>
    case "code":
      return (
        <pre tabIndex={0}>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      )
    case "br":
      return <br />
    case "hr":
      return <hr />
    case "blockquote":
      return <blockquote>{inline(token.tokens, depth)}</blockquote>
    case "link":
      return <SafeLink url={(token as Tokens.Link).href} text={(token as Tokens.Link).text} />
    case "image": {
      const { href, text } = token as Tokens.Image
      return <SafeLink url={href} text={`[picture${text === "" ? "" : `: ${text}`}]`} />
    }
    case "list": {
      const { items, ordered, start } = token as Tokens.List
      const children = items.map((item) => (
        <li dir="auto">
          {item.task ? <input type="checkbox" disabled checked={item.checked === true} aria-label="Task" /> : null}
          {inline(item.tokens, depth)}
        </li>
      ))
      return ordered ? <ol start={Number(start) || 1}>{children}</ol> : <ul>{children}</ul>
    }
    case "table": {
      const { header, rows } = token as Tokens.Table
      return (
        <div class="scroll" tabIndex={0} role="region" aria-label="Table of the page">
          <table>
            <thead>
              <tr>
                {header.map((cell) => (
                  <th dir="auto">{inline(cell.tokens, depth)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr>
                  {row.map((cell) => (
                    <td dir="auto">{inline(cell.tokens, depth)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
    }
    // HTML within Markdown is shown as it is written.
    default:
      return token.raw
  }
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }

const unescapeText = ({ text }: Tokens.Text): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!)

export const Markdown = ({ text }: { readonly text: string }) => {
  const shown = text.slice(0, maxShownText)
  const tokens = useMemo(() => lexer(shown), [shown])
  return (
    <article class="markdown">
      {text.length > shown.length ? (
        <p class="note">
          The first {number(maxShownText)} characters of {number(text.length)}.
        </p>
      ) : null}
      {tokens.map((token) => element(token, 0))}
    </article>
  )
}
