/**
 * What is written down once of each built-in format: its text, the field that it fills, its options, and who offers it. The
 * types of the library, the OpenAPI document, budgets, files, v1, the tools of the MCP server, the console and the
 * reference are derived from it; only the code that makes it stands elsewhere (`scrape/Format.ts`).
 */
import type * as Schema from "effect/Schema"

/** What a format needs from the capture, beyond the bytes. */
export type Need = "browser" | "screenshot" | "branding"

/** Fields whose schemas need no services. */
export type OptionsOfFormat = Readonly<Record<string, Schema.Codec<any, any>>>

export interface FormatDefinition {
  /** What it gives: one sentence for people, without a full stop. */
  readonly text: string
  /** The field of the document that it fills. Default: its name. */
  readonly field?: string
  /**
   * Whether the field is there for each page that the format succeeds on. Of the others a page may have none, and `warning`
   * then says why.
   */
  readonly everyPage: boolean
  /** Options beside `type`. Default: none, and extra ones are ignored. */
  readonly options?: OptionsOfFormat
  /** Default: nothing but the bytes. */
  readonly needs?: ReadonlyArray<Need>
  /**
   * Where a budget may cut its texts: between the blocks of Markdown, between the tags of HTML, or between
   * words. `whole` is given whole or left out; a `picture` takes no tokens either. Lists are cut between their
   * items unless the format is whole, and other values are always whole.
   */
  readonly cut: "markdown" | "html" | "plain" | "whole" | "picture"
  /** Whether files have it. `never`: a browser makes it; `withAddress`: only a file with an address of its own. */
  readonly files: "always" | "never" | "withAddress"
  /** Whether v1 has it under this name. */
  readonly v1: boolean
  /** Whether assistants ask for it by its name alone (MCP), and get text. */
  readonly byName: boolean
}
