import * as RequestStore from "@orbweaver/core/accounts/RequestStore"
import { RequestStoreSuite } from "@orbweaver/testing"

RequestStoreSuite.suite("memory", RequestStore.RequestStore.layerMemory())
