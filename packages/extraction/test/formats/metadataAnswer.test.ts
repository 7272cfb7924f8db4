// Questions about the page itself, in several languages, without a model.
import { assert, describe, it } from "@effect/vitest"
import { resolve } from "@orbweaver/core/model/ScrapeOptions"
import { metadataAnswer } from "../../src/formats/metadataAnswer.ts"
import { highlights, query, question } from "@orbweaver/extraction/formats/Question"
import { FormatSuite } from "@orbweaver/testing"
import { Effect, Schema, Stream } from "effect"
import * as LanguageModel from "effect/ai/LanguageModel"

const metadata = {
  title: "The tide tables of 1842",
  author: "Ada Moreau",
  publishedTime: "2024-03-05T08:00:00Z",
  modifiedTime: "2024-04-01",
  language: "de",
  siteName: "Harbour Review",
  url: "https://harbour.example/tides"
}

const asked: Readonly<Record<Exclude<keyof typeof metadata, never>, ReadonlyArray<string>>> = {
  author: [
    "Who wrote it?",
    "who's the author of this article",
    "Who is the author?",
    "Please tell me who wrote this blog post",
    "Author",
    "Wer hat das geschrieben?",
    "Wer ist die Autorin des Artikels?",
    "Von wem stammt dieser Text?",
    "Qui a écrit cet article ?",
    "Qui est l’auteur de cet article ?",
    "¿Quién escribió este artículo?",
    "¿Quién es el autor?",
    "Chi ha scritto questo articolo?",
    "Quem escreveu este artigo?",
    "Wie heeft dit artikel geschreven?"
  ],
  publishedTime: [
    "When was it published?",
    "When was this article first posted?",
    "What is the publication date?",
    "How old is this page?",
    "Wann wurde der Artikel veröffentlicht?",
    "Von wann ist der Text?",
    "Quand a été publié cet article ?",
    "De quand date cet article ?",
    "¿Cuándo se publicó?",
    "¿Cuál es la fecha de publicación del artículo?",
    "Quando è stato pubblicato questo articolo?",
    "Quando foi publicado?",
    "Wanneer is dit artikel gepubliceerd?"
  ],
  modifiedTime: [
    "When was this page last updated?",
    "Wann wurde die Seite zuletzt aktualisiert?",
    "Quelle est la date de la dernière mise à jour ?",
    "¿Cuándo fue actualizado?"
  ],
  title: [
    "What is the title?",
    "What's the title of the page?",
    "Wie lautet der Titel?",
    "Quel est le titre ?",
    "¿Cuál es el título?"
  ],
  language: ["What language is it written in?", "In welcher Sprache ist der Artikel?", "¿En qué idioma está escrito?"],
  siteName: [
    "Which website is this from?",
    "Who published this article?",
    "Wer hat den Artikel veröffentlicht?",
    "Qui a publié cet article ?"
  ],
  url: ["What is the URL of this page?", "Wie lautet die Adresse der Seite?"]
}

describe("a question about the page itself", () => {
  for (const [topic, questions] of Object.entries(asked))
    for (const one of questions)
      it(`${one} is answered by ${topic}`, () => {
        const answer = metadataAnswer(one, metadata)
        const value = topic === "language" ? "de (" : metadata[topic as keyof typeof metadata]
        assert.isTrue(answer?.startsWith(`> ${value}`), answer)
        assert.include(answer, `metadata: ${topic}`)
      })

  it("two questions in one have two answers", () => {
    for (const one of [
      "Who wrote it and when?",
      "Who wrote this article and when was it published?",
      "Wer hat das geschrieben und wann?"
    ])
      assert.strictEqual(
        metadataAnswer(one, metadata),
        "> Ada Moreau\n>\n> — metadata: author\n\n> 2024-03-05T08:00:00Z\n>\n> — metadata: publishedTime"
      )
  })

  it("the name of a language is in the language of the question", () => {
    assert.include(metadataAnswer("What language is it?", metadata), "de (German)")
    assert.include(metadataAnswer("In welcher Sprache ist das?", metadata), "de (Deutsch)")
  })

  it("a question about something on the page is not, nor one that the page does not answer", () => {
    for (const one of [
      "Who wrote the anthem?",
      "Who wrote this article's preface in 1842?",
      "When was the harbour built?",
      "When was the first table published?",
      "Which language do the sailors speak?",
      "What is the title of the second table?",
      "Who wrote it and what does it cost?",
      `Who wrote it? ${"really ".repeat(100)}`,
      ""
    ])
      assert.isUndefined(metadataAnswer(one, metadata), one)
    assert.isUndefined(metadataAnswer("Who wrote it?", { title: "Tides" }))
  })
})

const run = (format: ReturnType<typeof question>, spec: Readonly<Record<string, string>>, about: object) =>
  format.run({
    page: FormatSuite.htmlPage(""),
    spec: { ...spec, type: format.name },
    options: resolve({}),
    wanted: [format.name],
    fields: { markdown: "# Tides\n\nIt was written in a harbour. The tables cost 8 €.", metadata: about }
  })

describe("question and query", () => {
  it.effect("answer from the metadata without a model", () =>
    Effect.gen(function* () {
      const expected = { answer: "> Ada Moreau\n>\n> — metadata: author", madeBy: "rules" } as const
      assert.deepStrictEqual(yield* run(question(), { question: "Who wrote it?" }, metadata), expected)
      assert.deepStrictEqual(yield* run(query(), { prompt: "Who wrote it?" }, metadata), expected)
    })
  )

  it.effect("quote the text where the metadata has no answer, or the question is about the text", () =>
    Effect.gen(function* () {
      const quoted = yield* run(question(), { question: "Who wrote it?" }, {})
      assert.notInclude(quoted.answer, "metadata")
      const cost = yield* run(question(), { question: "What do the tables cost?" }, metadata)
      assert.include(cost.answer, "8 €")
    })
  )

  it.effect("a query for direct quotes gives the passages of highlights, of the text and with a model, too", () =>
    Effect.gen(function* () {
      const model = yield* LanguageModel.make({ generateText: () => Effect.never, streamText: () => Stream.never })
      const prompt = "What do the tables cost?"
      const quoted = yield* run(query({ model }), { prompt, mode: "directQuote" }, metadata)
      const { highlights: passages } = yield* run(highlights(), { query: prompt }, metadata)
      assert.deepStrictEqual(quoted, { answer: passages ?? "", madeBy: "rules" })
      assert.include(quoted.answer, "8 €")
    })
  )

  it("a query has no other mode", () => {
    const isOptions = Schema.is(query().options ?? Schema.Never)
    assert.isTrue(isOptions({ prompt: "Who?", mode: "freeform" }))
    assert.isFalse(isOptions({ prompt: "Who?", mode: "verbatim" }))
  })
})
