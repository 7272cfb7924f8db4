/**
 * `npm run quality:bylines -w packages/html -- [FOLDER]`: how often the date and the authors of a page are right.
 *
 * Two sets: small pages written here after how publishing systems write them, and real pages that are labelled in
 * `labels.json` by reading them. Those lie outside of the project; FOLDER is where `labels.json` finds its files.
 */
import { printBylines } from "./print.ts"

printBylines({
  folder: process.argv.slice(2).find((argument) => !argument.startsWith("--")),
  all: process.argv.includes("--all")
})
