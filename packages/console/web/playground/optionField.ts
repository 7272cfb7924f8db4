/** Options as the server describes them: what a form and a command need of each. */

export interface OptionField {
  readonly name: string
  readonly text: string
  readonly form: "boolean" | "integer" | "number" | "text" | "list" | "choice" | "json"
  readonly choices?: ReadonlyArray<string>
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly unit?: string
  /** What an omitted option means, in words, where it has no default. */
  readonly otherwise?: string
  /** Of the command line. */
  readonly flag?: {
    readonly name: string
    readonly form: "boolean" | "choice" | "duration" | "integer" | "json" | "list" | "text"
    readonly unit?: "milliseconds" | "seconds"
  }
}

export interface OptionFields {
  readonly formats: ReadonlyArray<string>
  readonly scrape: ReadonlyArray<OptionField>
  readonly parse: ReadonlyArray<OptionField>
  readonly crawl: ReadonlyArray<OptionField>
  readonly map: ReadonlyArray<OptionField>
  readonly search: ReadonlyArray<OptionField>
  readonly extract: ReadonlyArray<OptionField>
}
