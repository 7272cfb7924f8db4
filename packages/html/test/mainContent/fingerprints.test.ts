import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { blockFingerprints } from "../../src/mainContent/features/fingerprints.ts"
import { parse } from "../../src/tree/parse.ts"
import { parts } from "./pageParts.ts"

const hashes = (html: string): ReadonlyArray<number> => blockFingerprints(parse(html)).map(({ hash }) => hash)

describe("fingerprints of blocks", () => {
  it("are the same for the same text wherever it stands and however it is spaced", () => {
    const [one] = hashes("<div>The same  text</div>")
    assert.include(hashes("<table><tr><td>x<p>The\n same text</p></td></tr></table>"), one!)
  })

  it("differ when a letter does", () => {
    assert.notStrictEqual(hashes("<div>The same text</div>")[0], hashes("<div>The same test</div>")[0])
  })

  it("are given once for boxes in boxes and not for texts of a few letters", () => {
    assert.lengthOf(hashes("<div><div><p>Only one text here</p></div></div>"), 1)
    assert.lengthOf(hashes("<p>Yes</p><p>No</p>"), 0)
  })

  it("see no scripts", () => {
    assert.lengthOf(hashes("<div><script>var long = 'enough to count'</script></div>"), 0)
  })

  it.prop("are whole numbers below 2^53", [Schema.Array(Schema.Literals([...parts]))], ([sequence]) => {
    for (const hash of hashes(sequence.join(""))) assert.isTrue(Number.isSafeInteger(hash) && hash >= 0)
  })
})
