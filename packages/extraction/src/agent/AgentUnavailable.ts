/** The error of agents that no model can be, apart from what they are made of. */
import { knowEveryCopy } from "@orbweaver/core/internal/model/errorMark"
import * as Schema from "effect/Schema"

/** There is no model to be the agent. */
export class AgentUnavailable extends Schema.TaggedError<AgentUnavailable>()("AgentUnavailable", {}) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return "Agents need a model: configure one"
  }
}
