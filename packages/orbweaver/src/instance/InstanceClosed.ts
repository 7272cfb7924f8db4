import { knowEveryCopy } from "@orbweaver/core/internal/model/errorMark"
import * as Schema from "effect/Schema"

/** The instance was closed: before the call, or while it ran. */
export class InstanceClosed extends Schema.TaggedError<InstanceClosed>()("InstanceClosed", {}) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return "This Orbweaver instance is closed: create another one with createOrbweaver()"
  }
}
