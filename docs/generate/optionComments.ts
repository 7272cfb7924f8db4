/**
 * The comments of options, which editors show: written from the definition of each option, so that its text stands once.
 * `npm run docs:generate` writes them into the sources, and a test fails where one differs.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { BatchOptions } from "@orbweaver/core/model/BatchOptions"
import { CrawlOptions } from "@orbweaver/core/model/CrawlOptions"
import { MapOptions } from "@orbweaver/core/model/MapOptions"
import { builtInNames, definitionOfFormat } from "@orbweaver/core/model/formats/builtInFormats"
import { definitionOf, type OptionDefinition, textWithUnit } from "@orbweaver/core/internal/model/optionDefinition"
import { ScrapeOptions, ScreenshotOptions } from "@orbweaver/core/model/ScrapeOptions"
import { SearchOptions } from "@orbweaver/core/model/SearchOptions"
import { AgentOptions } from "@orbweaver/extraction/internal/agent/AgentOptions"
import { ExtractOptions } from "@orbweaver/extraction/extract/ExtractOptions"
import { LlmsTxtOptions } from "@orbweaver/extraction/internal/llmstxt/LlmsTxtOptions"
import { CreateMonitor, MonitorSchedule, SearchTarget } from "@orbweaver/extraction/monitors/Monitor"
import { ResearchOptions } from "@orbweaver/extraction/internal/research/ResearchOptions"
import type * as Schema from "effect/Schema"
import { root } from "./comments.ts"

type Fields = Readonly<Record<string, Schema.Top>>

/** Options by their name, or by the names of the properties around them: `changeTracking.options.schema`. */
const formatOptions: Fields = Object.fromEntries(
  builtInNames.flatMap((format) =>
    Object.entries(definitionOfFormat(format).options ?? {}).map(([name, schema]) => [
      `${format}.options.${name}`,
      schema
    ])
  )
)

/** Sources by their path, with the options that are defined there. */
const sources: Readonly<Record<string, Fields>> = {
  "packages/core/src/model/ScrapeOptions.ts": { ...ScrapeOptions.fields, ...ScreenshotOptions.fields },
  "packages/core/src/model/CrawlOptions.ts": CrawlOptions.fields,
  "packages/core/src/model/BatchOptions.ts": BatchOptions.fields,
  "packages/core/src/model/MapOptions.ts": MapOptions.fields,
  "packages/core/src/model/SearchOptions.ts": SearchOptions.fields,
  "packages/core/src/model/formats/builtInFormats.ts": formatOptions,
  "packages/extraction/src/extract/ExtractOptions.ts": ExtractOptions.fields,
  "packages/extraction/src/agent/AgentOptions.ts": AgentOptions.fields,
  "packages/extraction/src/monitors/Monitor.ts": {
    ...SearchTarget.fields,
    ...MonitorSchedule.fields,
    ...CreateMonitor.fields
  },
  "packages/extraction/src/research/ResearchOptions.ts": ResearchOptions.fields,
  "packages/extraction/src/llmstxt/LlmsTxtOptions.ts": LlmsTxtOptions.fields
}

/** Those sources as they ought to be. */
export const commentedSources = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(sources).map(([file, fields]) => [
      file,
      withComments(readFileSync(join(root, file), "utf8"), fields)
    ])
  )

/** A source with the comments of its options. */
export const withComments = (text: string, fields: Fields): string => {
  const source = ts.createSourceFile("options.ts", text, ts.ScriptTarget.Latest, true)
  const edits: Array<{ readonly from: number; readonly to: number; readonly comment: string }> = []
  const visit = (node: ts.Node): void => {
    const field = isOption(node) ? (fields[pathOf(node)] ?? fields[node.name.getText()]) : undefined
    const definition = field === undefined ? undefined : definitionOf(field)
    if (definition !== undefined) {
      const to = node.getStart()
      const existing = ts.getLeadingCommentRanges(text, node.getFullStart())?.at(-1)
      const isDocs = existing !== undefined && text.startsWith("/**", existing.pos)
      edits.push({ from: isDocs ? existing.pos : to, to, comment: commentOf(definition, indentAt(text, to)) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((edited, { comment, from, to }) => edited.slice(0, from) + comment + edited.slice(to), text)
}

/** The names of a property and of those around it. */
const pathOf = (node: ts.PropertyAssignment): string => {
  const around = ts.findAncestor(node.parent, ts.isPropertyAssignment)
  return around === undefined ? node.name.getText() : `${pathOf(around)}.${node.name.getText()}`
}

/** `name: option(…)`, or an option that is defined elsewhere. */
const isOption = (node: ts.Node): node is ts.PropertyAssignment =>
  ts.isPropertyAssignment(node) &&
  /^(?:option|scrapeOption|withDefinition|withSchema)\(|^\w+Fields\./.test(node.initializer.getText())

const indentAt = (text: string, at: number): string => " ".repeat(at - (text.lastIndexOf("\n", at - 1) + 1))

const maxColumns = 120

/** On one line where that is short enough, and what goes before the property. */
const commentOf = (definition: OptionDefinition<unknown>, indent: string): string => {
  const text = `${textWithUnit(definition)}. Default: ${defaultText(definition)}.`
  const line = `/** ${text} */`
  if (indent.length + line.length <= maxColumns) return `${line}\n${indent}`
  const lines = [""]
  for (const word of text.split(" ")) {
    const longer = lines.at(-1) === "" ? word : `${lines.at(-1)} ${word}`
    if (indent.length + " * ".length + longer.length <= maxColumns) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return `/**\n${lines.map((each) => `${indent} * ${each}\n`).join("")}${indent} */\n${indent}`
}

/** What an omitted option means, in words. */
export const defaultText = ({ default: value, otherwise = "none", unit }: OptionDefinition<unknown>): string => {
  if (value === undefined) return otherwise
  if (typeof value === "number") return unit === undefined ? value.toLocaleString("en") : durationText(value, unit)
  const text = JSON.stringify(value)
  return text === "[]" || text === "{}" ? otherwise : `\`${text}\``
}

const durationText = (count: number, unit: "milliseconds" | "seconds"): string => {
  const seconds = unit === "seconds" ? count : count / 1000
  if (seconds === 0) return "0"
  return seconds % 86_400 === 0 ? `${seconds / 86_400} days` : `${seconds} seconds`
}
