import * as Schema from "effect/Schema"

/** The instance was closed: before the call, or while it ran. */
export class InstanceClosed extends Schema.TaggedError<InstanceClosed>()("InstanceClosed", {}) {
  override get message() {
    return "This Orbweaver instance is closed: create another one with createOrbweaver()"
  }
}
