import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { isConsentText, isLegalText } from "../../src/mainContent/words/boilerplate.ts"
import { isJunkLine, judgeHeading, Phrase } from "../../src/mainContent/words/phrases.ts"
import { normalise } from "../../src/page/line.ts"

describe("a heading", () => {
  it("that begins the comments is known in many languages", () => {
    for (const line of [
      "Comments",
      "12 Comments",
      "Comments (3)",
      "Leave a Reply",
      "Kommentare",
      "3 Kommentare",
      "Laisser un commentaire",
      "Deja un comentario",
      "Lascia un commento",
      "Deixe um comentário",
      "Reacties (5)",
      "Комментарии"
    ])
      assert.strictEqual(judgeHeading(line), Phrase.comments, line)
  })

  it("of related links is known in many languages", () => {
    for (const line of [
      "Related Articles",
      "You May Also Like:",
      "MORE FROM THE HARBOUR",
      "More great harbour stories",
      "Mehr zum Thema",
      "Lesen Sie auch:",
      "À lire aussi",
      "Te puede interesar",
      "Leggi anche",
      "Veja também",
      "Lees ook",
      "Читайте также"
    ])
      assert.strictEqual(judgeHeading(line), Phrase.related, line)
  })

  it("of the content itself is none of these", () => {
    for (const line of [
      "Commenting code",
      "Relatedness in bees",
      "Tagging whales",
      "Sharing is hard",
      "The author of the tide tables",
      "See also",
      "Shared memory",
      "Discussion of results"
    ])
      assert.strictEqual(judgeHeading(line), Phrase.none, line)
  })
})

describe("a short line", () => {
  it("is furniture when it labels, credits or invites", () => {
    for (const line of [
      "Advertisement",
      "Photo: Ann Other",
      "By Ann Other",
      "Von Anna Muster",
      "Read more: The tide",
      "Foto: dpa",
      "Bildquelle: Archiv",
      "3 min read",
      "Updated 4 May 2024",
      "Share this on",
      "Lesezeit: 3 Minuten",
      "© 2020 Harbour"
    ])
      assert.isTrue(isJunkLine(line), line)
  })

  it("is content when it says something", () => {
    for (const line of [
      "By the harbour we sat and waited.",
      "Photographs lie.",
      "Updates come slowly here",
      "Shares fell by a third.",
      "The source of the river",
      "Von da an ging es bergab."
    ])
      assert.isFalse(isJunkLine(line), line)
  })
})

describe("texts of the frame", () => {
  it("ask for consent", () => {
    assert.isTrue(isConsentText("This website uses cookies. Accept all?"))
    assert.isFalse(isConsentText("Bake the cookies for ten minutes."))
  })

  it("give legal notes", () => {
    for (const line of ["© 2024 Harbour Ltd", "All rights reserved", "Impressum", "Mentions légales"])
      assert.isTrue(isLegalText(line), line)
    assert.isFalse(isLegalText("The right to roam"))
  })
})

it.prop("any text is normalised to words that stay as they are", [Schema.String], ([text]) => {
  assert.strictEqual(normalise(normalise(text)), normalise(text))
})
