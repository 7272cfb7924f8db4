/**
 * pdf.js with its decoders of JBIG2, CCITT fax and JPEG 2000, which most scanners write. `unpdf` leaves them out; the
 * worker of `pdfjs-dist` in the same version has them, and speaks with the rest of pdf.js over a port.
 */
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { MessageChannel, type MessagePort } from "node:worker_threads"
import type { PdfJs } from "./pdfjs.ts"
import { mapsPackage } from "../../bytes/optionalPackage.ts"
import type { InstalledPackages } from "../../model/Reader.ts"

interface WorkerModule {
  readonly WorkerMessageHandler: { initializeFromPort(port: MessagePort): void }
}

export interface Decoders {
  /** For `getDocument`; absent where the package is not installed. */
  readonly worker: InstanceType<PdfJs["PDFWorker"]> | undefined
  readonly close: () => void
}

export const openDecoders = async (pdfjs: PdfJs, packages: InstalledPackages = {}): Promise<Decoders> => {
  const someFile = packages[mapsPackage]
  const module = someFile === undefined ? undefined : await load(dirname(someFile)).catch(() => undefined)
  if (module === undefined) return { worker: undefined, close: () => undefined }
  const { port1, port2 } = new MessageChannel()
  module.WorkerMessageHandler.initializeFromPort(port2)
  const worker = new pdfjs.PDFWorker({ port: port1 } as never)
  return {
    worker,
    close: () => {
      worker.destroy()
      port1.close()
      port2.close()
    }
  }
}

const load = async (folder: string): Promise<WorkerModule> =>
  (await import(pathToFileURL(join(folder, "legacy/build/pdf.worker.mjs")).href)) as WorkerModule

/** What to install, in the version of which pdf.js here is: others do not speak with it. */
export const neededDecoders = ({ version }: PdfJs): string => `npm install ${mapsPackage}@${version}`
