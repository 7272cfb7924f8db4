import * as RendererSuite from "@orbweaver/testing/internal/RendererSuite"
import { layer } from "../../src/layers/Playwright.ts"
import { rendererSites } from "@orbweaver/testing/TestSite"

RendererSuite.suite("Playwright", layer({ settleCap: "2 seconds" }), rendererSites)
