import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { body } from "../support/pdfText.ts"

/** Operators that show pieces of text, each moved back by thousandths of the size before the next. */
const shown = (pieces: string) => body([{ operators: `BT /F4 10 Tf 1 0 0 1 72 700 Tm [${pieces}] TJ ET` }])

describe("an accent that is drawn over a letter", () => {
  it.effect("is part of it, before the letter as TeX writes it", () =>
    Effect.gen(function* () {
      // Acute 264, circumflex 210, caron is not in this encoding; widths of Times: 333.
      assert.include(yield* shown("(J) -80 (\\264) 380 (an) -300 (Min) -80 (\\264) 380 (a)"), "<p>Ján Miná</p>")
      assert.include(yield* shown("(r) (\\210) 416 (ole)"), "rôle")
      assert.include(yield* shown("(na) 0 (\\250) 333 (i) (ve)"), "naïve")
    })
  )

  it.effect("is part of it, after the letter as typewriters wrote it", () =>
    Effect.gen(function* () {
      assert.include(yield* shown("(cafe) 390 (\\264) -50 (s)"), "cafés")
      assert.include(yield* shown("(gar) (c) 390 (\\270) 0 (on)"), "garçon")
    })
  )

  it.effect("stands alone where it covers no letter", () =>
    Effect.gen(function* () {
      assert.include(yield* shown("(a \\264 b, 2^3 ~4)"), "a ´ b, 2^3 ~4")
    })
  )
})
