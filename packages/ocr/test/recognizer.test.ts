import { RecognizerSuite } from "@orbweaver/testing"
import { tesseract } from "../src/index.ts"

RecognizerSuite.suite("Tesseract", tesseract())
