/** What tests of extraction share with the process that one of them kills. */
import * as Duration from "effect/Duration"

export const shop = {
  type: "object",
  properties: {
    products: {
      type: "array",
      items: {
        type: "object",
        properties: {
          name: { type: "string" },
          sku: { type: "string" },
          price: { type: "number" },
          weight: { type: "string" }
        },
        required: ["name", "sku"]
      }
    }
  }
}

/** Gives up what a dead worker held within a second. */
export const worker = { lease: Duration.seconds(1), heartbeat: Duration.millis(200), concurrency: 2 }
