import { ClaimedKeys } from "@orbweaver/core/accounts/ClaimedKeys"
import { ClaimedKeysSuite } from "@orbweaver/testing"

ClaimedKeysSuite.suite("memory", ClaimedKeys.layerMemory())
