/** Says in the definition that every endpoint wants `Authorization: Bearer <key>`; `Operation.ts` checks it. */
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import { Unauthorized } from "../wire/ErrorBody.ts"

export class Bearer extends HttpApiMiddleware.Service<Bearer>()("./Bearer.ts", {
  error: Unauthorized,
  security: { bearerAuth: HttpApiSecurity.bearer }
}) {}
