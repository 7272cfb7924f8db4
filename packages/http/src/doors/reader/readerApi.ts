/** The reader (docs/guide/reader.md): a page as text, at an address that begins with this server's. */
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { Bearer } from "../../gate/Bearer.ts"
import { KeyScope } from "../../wire/KeyScope.ts"
import { named } from "../../wire/endpoints.ts"
import { doorErrors } from "../doorErrors.ts"
import { headerFields, readerFields } from "./readerOptions.ts"

const PageText = Schema.String.annotate({
  description: "The page in the format that was asked for. `Accept: application/json` gets an object around it"
}).pipe(HttpApiSchema.asText())

const ErrorText = Schema.String.annotate({ description: "What went wrong, in a sentence" })

const errors = doorErrors((status, description) =>
  ErrorText.annotate({ description }).pipe(HttpApiSchema.asText(), HttpApiSchema.status(status))
)

const url = Schema.String.annotate({ description: "Address of the page; `http://` is added where there is no scheme" })
const format = readerFields.returnFormat

const query = { ...readerFields, format }

const read = HttpApiGroup.make("Reader")
  .annotate(KeyScope, "scrape")
  .add(
    HttpApiEndpoint.get("readPath", "/r/:url", {
      params: { url },
      headers: headerFields,
      success: PageText,
      error: errors
    }).annotateMerge(named("readPath", "Read the page whose address follows, as text")),
    HttpApiEndpoint.get("readQuery", "/r", {
      query: { ...query, url },
      headers: headerFields,
      success: PageText,
      error: errors
    }).annotateMerge(named("readQuery", "Read the page of a parameter, as text")),
    HttpApiEndpoint.post("readBody", "/r", {
      payload: Schema.Struct({ url, ...readerFields }),
      headers: headerFields,
      success: PageText,
      error: errors
    }).annotateMerge(named("readBody", "Read the page of a body, as text; for addresses with a fragment"))
  )

export class ReaderApi extends HttpApi.make("reader")
  .add(read)
  .middleware(Bearer)
  .annotateMerge(OpenApi.annotations({ title: "Orbweaver reader", version: "1.0.0" })) {}
