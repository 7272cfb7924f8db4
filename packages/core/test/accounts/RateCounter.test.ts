import { RateCounter } from "@orbweaver/core/accounts/RateCounter"
import { RateCounterSuite } from "@orbweaver/testing"

RateCounterSuite.suite("memory", RateCounter.layerMemory)
