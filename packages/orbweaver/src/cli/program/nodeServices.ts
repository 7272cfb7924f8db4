/** What effect's command line needs of Node. */
import * as Layer from "effect/Layer"
import * as NodeChildProcessSpawner from "@effect/platform-node-shared/NodeChildProcessSpawner"
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as NodePath from "@effect/platform-node-shared/NodePath"
import * as NodeStdio from "@effect/platform-node-shared/NodeStdio"
import * as NodeTerminal from "@effect/platform-node-shared/NodeTerminal"

/** What a command has besides its streams: files and processes. */
export const nodePlatform = Layer.provideMerge(
  NodeChildProcessSpawner.layer,
  Layer.mergeAll(NodeFileSystem.layer, NodePath.layer)
)

export const nodeServices = Layer.mergeAll(nodePlatform, NodeStdio.layer, NodeTerminal.layer)
