/** Entry point of the `orbweaver` command. */
import * as Effect from "effect/Effect"
import * as NodeRuntime from "@effect/platform-node-shared/NodeRuntime"
import { runCommand, teardown } from "./command.ts"
import { nodeServices } from "./nodeServices.ts"

const args = process.argv.slice(2)

runCommand(args).pipe(Effect.provide(nodeServices), NodeRuntime.runMain({ teardown: teardown(args) }))
