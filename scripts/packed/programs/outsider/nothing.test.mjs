// A format that makes nothing: its suite must fail (scripts/packed/main.ts expects it to).
import { FormatSuite } from "@orbweaver/testing"
import { nothing } from "./format.mjs"

FormatSuite.suite(nothing, { field: "nothing" })
