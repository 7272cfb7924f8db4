import { CallLog } from "@orbweaver/core/accounts/CallLog"
import { CallLogSuite } from "@orbweaver/testing"

CallLogSuite.suite("memory", CallLog.layerMemory)
