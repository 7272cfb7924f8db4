/** Says in a warning what of a file was left out, and the option that reads it; nothing where that is nothing. */
import type { ParserSpec } from "@orbweaver/core/model/ScrapeOptions"

type Spec = Exclude<ParserSpec, string>

export const leftOut = <T extends Spec["type"]>(
  what: string,
  count: number,
  type: T,
  option: Exclude<keyof Extract<Spec, { readonly type: T }>, "type"> & string
): ReadonlyArray<string> =>
  count === 0 ? [] : [`${what} are left out (${count}): parsers: [{ type: "${type}", ${option}: true }] reads them.`]
