/** What the tests of pictures read with. */
import type { Service } from "@orbweaver/core/reading/Recognizer"
import { strToU8, zipSync } from "fflate"
import { archive } from "../../src/index.ts"
import { read } from "./read.ts"

export { image, layer } from "../../src/index.ts"

/** An archive with these files, whose content is asked for. */
export const zipParts = (files: Readonly<Record<string, string | Uint8Array>>, recognizer: Service) =>
  read(
    archive({ recognizer }),
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, content]) => [name, typeof content === "string" ? strToU8(content) : content])
      )
    ),
    { spec: { type: "archive", members: true } }
  )
