import { PageCacheSuite } from "@orbweaver/testing"
import { KeyvPageCache } from "@orbweaver/storage"
import { Keyv } from "keyv"

PageCacheSuite.suite("keyv", KeyvPageCache.layer(new Keyv()))
PageCacheSuite.boundedSuite("keyv", () => KeyvPageCache.layer(new Keyv(), { maxBytes: PageCacheSuite.maxBytes }))
