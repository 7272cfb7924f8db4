/** Operations of methods that answer at once and have no bodies of their own: asked and answered as their definition says. */
import type { JobInput } from "@orbweaver/extraction/internal/jobs/defineJob"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { Operation } from "../../gate/Operation.ts"
import type { Operations } from "../../gate/routes.ts"
import { decodeBody, reader } from "../../wire/decode.ts"
import { methodBody, type OtherMethodGroups, otherMethods, type WireMethod } from "../../wire/methodEndpoints.ts"
import { withoutCommon } from "../../wire/schemas.ts"
import { unsupportedFieldNotes } from "../../wire/unsupportedFields.ts"
import { type Warned, withNotes } from "../../wire/warning.ts"
import type { Failure } from "../../wire/wireErrorOf.ts"
import type { Engines } from "../Engines.ts"
import { offered } from "../notImplemented.ts"

/** One whose failures are in the table of errors. */
interface Answering extends Omit<WireMethod, "call"> {
  readonly call: (input: JobInput) => Effect.Effect<object, Failure, unknown>
}

export const methodOperation = ({ engineOf }: Engines, method: Answering): Operation => {
  const read = reader(methodBody(method as WireMethod) as {} as Schema.Codec<Readonly<Record<string, unknown>>>)
  return offered(engineOf(method.engine), method.plural)(
    { kind: method.request, writes: true, body: "json", judged: true, price: () => ({ unit: "credits", amount: 1 }) },
    (engine, call) =>
      Effect.gen(function* () {
        const asked = withoutCommon(yield* decodeBody(read, call))
        const found = yield* Effect.provideService(method.call(asked), method.engine, engine)
        const answer: Warned = { success: true, ...found }
        return withNotes(answer, unsupportedFieldNotes(call.body))
      })
  )
}

/** Those of all methods without endpoints in the API of a version. */
export const otherMethodOperations = <Groups extends OtherMethodGroups>(engines: Engines): Operations<Groups> =>
  Object.assign({}, ...otherMethods.map((method: Answering) => ({ [method.name]: methodOperation(engines, method) })))
