/** Why a monitor cannot be created, read or run. */
import { knowEveryCopy } from "@orbweaver/core/internal/model/errorMark"
import * as Schema from "effect/Schema"

/** No monitor or check of the account has this id. */
export class MonitorNotFound extends Schema.TaggedError<MonitorNotFound>()("MonitorNotFound", {
  /** Of the monitor, or of the check. */
  id: Schema.String
}) {
  static {
    knowEveryCopy(this)
  }
  override get message(): string {
    return `There is no monitor or check ${this.id}`
  }
}

/** One check of a monitor runs at a time. */
export class MonitorBusy extends Schema.TaggedError<MonitorBusy>()("MonitorBusy", {
  id: Schema.String,
  checkId: Schema.String
}) {
  static {
    knowEveryCopy(this)
  }
  override get message(): string {
    return `The monitor ${this.id} runs the check ${this.checkId} already`
  }
}

/** The account has as many monitors as its plan allows. */
export class TooManyMonitors extends Schema.TaggedError<TooManyMonitors>()("TooManyMonitors", {
  limit: Schema.Int
}) {
  static {
    knowEveryCopy(this)
  }
  override get message(): string {
    return `The account has as many monitors as its plan allows (${this.limit}): remove one first, or raise \`maxMonitors\` of the plan`
  }
}
