import { FrontierSuite, JobStoreSuite, MonitorStoreSuite } from "@orbweaver/testing"
import { temporary } from "../src/temporary.ts"

const layer = temporary()

FrontierSuite.suite("temporary", layer)
JobStoreSuite.suite("temporary", layer)
MonitorStoreSuite.suite("temporary", layer)
