// The help of a command as the build wrote it, so that it is shown without the program.
import { readFileSync } from "node:fs"
import process from "node:process"
import { stripVTControlCharacters } from "node:util"
import { source } from "./source.js"

/** The command whose help is asked for, as words with a space between; undefined for arguments that ask for something else. */
const commandOf = (args) => {
  const words = args[0] === "help" ? args.slice(1) : ["--help", "-h"].includes(args.at(-1)) ? args.slice(0, -1) : ["-"]
  return words.some((word) => word.startsWith("-")) ? undefined : words.join(" ")
}

/** The help that these arguments ask for; undefined where the program has to answer. */
export const helpFor = (args) => {
  const command = commandOf(args)
  if (command === undefined || source !== undefined) return undefined
  const texts = JSON.parse(readFileSync(new URL("../dist/standalone/help.json", import.meta.url), "utf8"))
  if (!Object.hasOwn(texts, command)) return undefined
  // oxlint-disable-next-line node/no-process-env -- the command's own process
  const hasColors = process.stdout.isTTY && !process.env.NO_COLOR
  return hasColors ? texts[command] : stripVTControlCharacters(texts[command])
}
