import { WaitingLines } from "@orbweaver/core/accounts/WaitingLines"
import { WaitingLinesSuite } from "@orbweaver/testing"

WaitingLinesSuite.suite("memory", WaitingLines.layerMemory)
