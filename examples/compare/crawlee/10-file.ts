/** Crawlee reads no files: a reader of its own for each kind. Web pages only. */
import { readFile } from "node:fs/promises"
import Turndown from "turndown"

export const textOf = async (file: string) => new Turndown().turndown(await readFile(file, "utf8"))
