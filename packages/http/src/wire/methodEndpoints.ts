/** The endpoint of a method that answers at once, by its definition. */
import type { Method } from "@orbweaver/extraction/internal/methods/defineMethod"
import { methods } from "@orbweaver/extraction/internal/methods/methods"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { endpointsOf } from "./endpoints.ts"
import { common, Success } from "./schemas.ts"

/** A method whose answer over HTTP is in its definition. */
export type WireMethod = Method & { readonly answer: Schema.Struct<any> }

/** The body: what is asked for, the options, and what every body may carry. */
export const methodBody = <One extends WireMethod>({ options, subject }: One) =>
  Schema.Struct({
    [subject.name]: subject.schema,
    ...options,
    ...common
  } as { readonly [Name in One["subject"]["name"]]: One["subject"]["schema"] } & One["options"] & typeof common)

/** A group of its own. */
export const methodGroup = <One extends WireMethod>(method: One) => {
  const name: One["name"] = method.name
  const fields: One["answer"]["fields"] = method.answer.fields
  const answer = Schema.Struct({ success: Success, ...fields, warning: Schema.optionalKey(Schema.String) })
  // A client has its groups and its methods side by side.
  return HttpApiGroup.make(`methods.${name}`)
    .add(endpointsOf().post(name, `/${name}`, methodBody(method), answer, method.command.text))
    .annotateMerge(OpenApi.annotations({ title: method.plural }))
}

type OtherMethod = Extract<(typeof methods)[number], WireMethod>
type GroupOf<One> = One extends WireMethod ? ReturnType<typeof methodGroup<One>> : never

export type OtherMethodGroups = GroupOf<OtherMethod>

/** Those without endpoints in the API of a version, with bodies that clients of other servers know. */
export const otherMethods: ReadonlyArray<OtherMethod> = methods.filter(
  (method): method is OtherMethod => method.answer !== undefined
)

export const otherMethodGroups = otherMethods.map((method) =>
  methodGroup(method)
) as {} as ReadonlyArray<OtherMethodGroups>
