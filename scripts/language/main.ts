/** The part of `npm run lint` that reads the language: fails with each phrase of `phrases.ts` and what to write instead. */
import { hits } from "./phrases.ts"

const found = hits()
for (const { file, instead, line, text } of found) console.error(`${file}:${line} "${text}": ${instead}`)
if (found.length > 0) process.exitCode = 1
