/** Prints the help of every command as JSON: `node --conditions=@orbweaver/source scripts/helpTexts.ts`. */
import { helpTexts } from "../packages/orbweaver/src/cli/program/helpTexts.ts"

console.log(JSON.stringify(await helpTexts()))
