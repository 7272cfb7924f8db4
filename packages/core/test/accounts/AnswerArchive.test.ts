import { AnswerArchive } from "@orbweaver/core/accounts/AnswerArchive"
import { AnswerArchiveSuite } from "@orbweaver/testing"

AnswerArchiveSuite.suite("memory", AnswerArchive.layerMemory())
