import { ApiV1 } from "@orbweaver/http/internal/v1/Api"
import { ApiV2 } from "@orbweaver/http/internal/v2/Api"
import { SchemaAST } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"

export interface Endpoint {
  readonly method: string
  readonly path: string
  /** What it takes as a body, as it comes over the wire: one for each way to write it. */
  readonly bodies: ReadonlyArray<SchemaAST.AST>
}

const endpointsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<Endpoint> => {
  const found: Array<Endpoint> = []
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint: { method, path, payload } }) => {
      const bodies = [...payload.values()].flatMap(({ schemas }) => schemas.map(({ ast }) => SchemaAST.toEncoded(ast)))
      found.push({ method, path, bodies })
    }
  })
  return found
}

/** The endpoints of both versions. */
export const endpoints: ReadonlyArray<Endpoint> = [...endpointsOf(ApiV1), ...endpointsOf(ApiV2)]
