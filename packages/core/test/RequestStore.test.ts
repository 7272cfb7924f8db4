import { RequestStore } from "@orbweaver/core"
import { RequestStoreSuite } from "@orbweaver/core/testing"

RequestStoreSuite.suite("memory", RequestStore.RequestStore.layerMemory())
