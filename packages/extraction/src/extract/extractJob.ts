/** Extractions as the surfaces offer them (docs/guide/extracting.md). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { jobKinds } from "@orbweaver/core/model/Job"
import { defineJob } from "../jobs/defineJob.ts"
import { decode, ExtractOptions } from "./ExtractOptions.ts"
import { Extractor } from "./Extractor.ts"
import { ExtractStatus } from "./ExtractStatus.ts"

const Addresses = Schema.Array(Schema.String).annotate({
  description: "Pages, and sites as https://example.com/shop/*"
})

export const extractJob = defineJob({
  kind: "extract",
  noun: "extraction",
  plural: "Extractions",
  methods: jobKinds.extract.methods,
  required: { urls: Addresses },
  options: ExtractOptions.fields,
  status: ExtractStatus,
  engine: Extractor,
  layer: (model) => Extractor.layer({ model }),
  decode: ({ urls = [], ...given }) =>
    Effect.map(decode(given), (options) => ({
      options,
      urls: Array.isArray(urls) ? urls.map(String) : [String(urls)]
    })),
  start: (extractor, { options, urls }) =>
    Effect.map(extractor.start(urls, options), ({ invalidURLs, job: { id } }) => ({ id, invalidURLs })),
  command: {
    name: "extract",
    text: "Extract structured data from pages, whole sites or search results",
    examples: [
      {
        command: "orbweaver extract https://example.com/contact --prompt 'phone and email'",
        description: "By names alone"
      },
      {
        command: "orbweaver extract 'https://example.com/shop/*' --schema product.json --sources",
        description: "A shop, by a JSON Schema"
      }
    ],
    arguments: {
      urls: {
        name: "url",
        text: "URLs of pages; https://example.com/shop/* means all pages below. Without URLs the web is searched",
        isList: true
      }
    },
    always: { showSources: true },
    notes: ({ errors = [], warning }) => [
      ...errors.map(({ error, url }) => `${url}: ${error}`),
      ...(warning === undefined ? [] : [`warning: ${warning}`])
    ],
    answer: ({ data, sources, unsupported }, { showSources }) =>
      JSON.stringify(showSources === true ? { data, sources, unsupported } : data, null, 2)
  },
  tool: {
    title: "Read data from pages",
    text: "Reads data by a JSON Schema or a prompt from pages and sites (https://example.com/shop/*), put together over the pages with the sources of each value. extract_status asks again.",
    statusTitle: "Look at an extraction",
    statusText: "State of an extraction, and what it found.",
    // A model reads what a tool gives, so it asks for fewer pages than a program.
    defaults: { limit: 10 },
    answer: ({ data, sources }, head, json) =>
      [
        ...head,
        ...(data === undefined ? [] : [json(data)]),
        ...(sources === undefined ? [] : ["Sources:", json(sources)])
      ].join("\n\n")
  }
})
