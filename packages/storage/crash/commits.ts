/** Shows the crash suite each commit of this process. */
import type { StoreOrders } from "@orbweaver/testing/crash"
import { Socket } from "node:net"
import { StatementSync } from "node:sqlite"

type Around = NonNullable<StoreOrders["aroundCommit"]>

export const aroundSqliteCommits = ({ after, before }: Around): void => {
  const run = Reflect.get(StatementSync.prototype, "run")
  StatementSync.prototype.run = function (this: StatementSync, ...values: Parameters<typeof run>) {
    if (this.sourceSQL !== "COMMIT") return run.apply(this, values)
    before()
    const changes = run.apply(this, values)
    after()
    return changes
  } as typeof run
}

/**
 * By what is written to sockets; a commit is done when its answer has come. The statement that settles pages is a
 * transaction of its own, and is known by what it writes of a page.
 */
export const aroundPostgresCommits = ({ after, before }: Around): void => {
  const write = Reflect.get(Socket.prototype, "write")
  Socket.prototype.write = function (this: Socket, ...given: Parameters<typeof write>) {
    const [chunk] = given as [string | Uint8Array]
    const bytes = Buffer.from(chunk as Uint8Array)
    const isCommit = (chunk.length < 200 && bytes.includes("COMMIT")) || bytes.includes('"undo":')
    if (isCommit) {
      before()
      this.prependOnceListener("data", after)
    }
    return write.apply(this, given)
  } as typeof write
}
