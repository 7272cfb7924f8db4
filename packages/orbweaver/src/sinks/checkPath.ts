/** Where a sink writes. */
import { invalid } from "@orbweaver/core/model/InvalidInput"

/** Throws `InvalidInput` where `path` is no path. */
export const checkPath = (sink: string, name: "file" | "folder", path: unknown): void => {
  if (typeof path !== "string" || path === "") throw invalid(sink, [name], `Expected the path of the ${name}`)
}
