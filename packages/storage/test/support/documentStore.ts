/** Job stores with their documents in a bucket, for tests that run in several processes. */
import * as StoredDocuments from "@orbweaver/core/internal/jobs/storedDocuments"
import { Egress } from "@orbweaver/core/network/Egress"
import { sqlite } from "@orbweaver/storage"
import { type DocumentOptions, s3Documents } from "@orbweaver/storage/s3"
import { Layer } from "effect"

export const withBucket = (file: string, bucket: DocumentOptions) =>
  StoredDocuments.layer.pipe(
    Layer.provideMerge(Layer.provide(s3Documents(bucket), Egress.layer())),
    Layer.provideMerge(sqlite(file))
  )
