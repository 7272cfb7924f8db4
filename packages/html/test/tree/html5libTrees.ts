/**
 * The tree construction cases of html5lib for whole documents without scripts, read from a folder of `.dat` files. The
 * trees are given as the lines of `outline.ts`: without comments and doctypes, names in lower case.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Lines } from "./outline.ts"

export interface TreeCase {
  /** File and number. */
  readonly name: string
  readonly html: string
  readonly expected: ReadonlyArray<string>
}

export const readTreeCases = (folder: string): ReadonlyArray<TreeCase> =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".dat"))
    .sort()
    .flatMap((file) =>
      `\n${readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n")}`
        .split("\n#data\n")
        .slice(1)
        .flatMap((source, i): ReadonlyArray<TreeCase> => {
          const [html, rest] = halves(source, "\n#errors")
          const [head, tree] = halves(rest, "\n#document\n")
          if (head.includes("#document-fragment") || head.includes("#script-on")) return []
          return [{ name: `${file} ${i + 1}`, html, expected: outlineOfCase(tree) }]
        })
    )

const halves = (text: string, separator: string): readonly [string, string] => {
  // The document may be empty, and then the separator stands at the start.
  const at = `\n${text}`.indexOf(separator)
  return at < 0 ? [text, ""] : [text.slice(0, Math.max(0, at - 1)), text.slice(at - 1 + separator.length)]
}

const outlineOfCase = (tree: string): ReadonlyArray<string> => {
  const lines = new Lines()
  let depth = 0
  let pending: { readonly name: string; readonly attributes: Array<readonly [string, string]> } | undefined
  const settle = (): void => {
    if (pending !== undefined) lines.enter(pending.name, pending.attributes)
    pending = undefined
  }
  /** Elements that are open, with how far they are indented. */
  const open: Array<number> = []
  for (const [, indent, content] of tree.matchAll(/^\|( +)((?:.|\n(?!\|))*)/gm)) {
    depth = indent!.length
    const node = content!.replace(/\n+$/, "")
    const attribute = /^(?:(?:xlink|xml|xmlns) )?([^<"][^=]*)="([^]*)"$/.exec(node)
    if (attribute !== null && pending !== undefined && depth > open.at(-1)!) {
      const prefix = /^(xlink|xml|xmlns) /.exec(node)
      pending.attributes.push([
        `${prefix === null ? "" : `${prefix[1]}:`}${attribute[1]!}`.toLowerCase(),
        attribute[2]!
      ])
      continue
    }
    settle()
    while (open.length > 0 && open.at(-1)! >= depth) {
      open.pop()
      lines.leave()
    }
    const element = /^<(?!!)(?:(?:svg|math) )?([^]*)>$/.exec(node)
    if (element !== null) {
      pending = { name: element[1]!.toLowerCase(), attributes: [] }
      open.push(depth)
    } else if (node.startsWith('"')) lines.text(node.slice(1, -1))
  }
  settle()
  for (const _ of open) lines.leave()
  lines.flush()
  return lines.lines
}
