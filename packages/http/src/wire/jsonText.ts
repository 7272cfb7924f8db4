/** Answers whose JSON is written already. */
import * as HttpServerResponse from "effect/http/HttpServerResponse"

export const jsonType = "application/json; charset=utf-8"

/** A 200 with this text. */
export const jsonText = (text: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(text, { contentType: jsonType })
