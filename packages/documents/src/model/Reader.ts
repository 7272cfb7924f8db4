/**
 * What reads the files of one family: a plain function from bytes to a page,
 * without Effect, so that it runs the same on the caller's thread and in a
 * worker.
 *
 * A reader throws `ReadFailure` and nothing else, takes linear time, and stays
 * within `Caps`.
 */
import type { ParserSpec } from "@orbweaver/core/model/ScrapeOptions"
import type { Parsed } from "@orbweaver/core/reading/Parser"
import type { DrawnRule, RecognizedWord } from "@orbweaver/core/reading/Recognizer"

export interface SourceFile {
  readonly bytes: Uint8Array
  /** Lower-case media type without parameters. */
  readonly mediaType: string
  readonly charset: string | undefined
  /** The whole source is asked for, also of a file of which only a part is read. */
  readonly wholeSource?: boolean | undefined
  /** Absolute address of the file; relative links are left as they are. */
  readonly url: string
}

export interface Caps {
  /** Sum of the unpacked parts of a container, in bytes. */
  readonly maxUnpackedBytes: number
  /** Rows of one table or sheet. */
  readonly maxRows: number
  /** Columns of one table or sheet. */
  readonly maxColumns: number
  /** Pages, slides, sheets or chapters. */
  readonly maxPages: number
}

/**
 * A file of each package that is installed, by its absolute path. The program looks for them and gives them to the readers
 * (`threads/installedPackages.ts`), because code on a thread may have no address to look from.
 */
export type InstalledPackages = Readonly<Record<string, string>>

/** The words of a page that was recognized in its picture. */
export interface RecognizedPage {
  /** From 1. */
  readonly number: number
  readonly words: ReadonlyArray<RecognizedWord>
  readonly rules?: ReadonlyArray<DrawnRule> | undefined
  /** Size of the picture as it was read, in pixels. */
  readonly width: number
  readonly height: number
  /** Pixels of a point; absent where the picture says nothing of its size on paper. */
  readonly scale?: number | undefined
  /** From 0 to 1. */
  readonly confidence: number
  /** The text that the page itself has goes with it: a stamp on a scan. */
  readonly keepsText: boolean
}

/** A page that may have to be recognized. */
export interface Scan {
  /** From 1. */
  readonly page: number
  /** It has a few words of text, so that it is a scan only where a picture covers it. */
  readonly hasText: boolean
}

/** Ends the reading of a file once its scans are known, if there are any; or the pages that were recognized. */
export type Recognizing = { readonly find: "scans" | "all" } | { readonly pages: ReadonlyArray<RecognizedPage> }

/** What a reader gives: a page, and what has to be recognized before there is one. */
export interface ReadResult extends Parsed {
  readonly scans?: ReadonlyArray<Scan> | undefined
}

export interface ReadOptions {
  readonly caps: Caps
  /** Optional packages that the application has; none when absent. */
  readonly packages?: InstalledPackages | undefined
  readonly pdfOptions: Omit<Extract<Exclude<ParserSpec, string>, { readonly type: "pdf" }>, "type">
  /** How text in pictures is read; left alone when absent. */
  readonly recognizing?: Recognizing | undefined
  /** Milliseconds after which no further page is begun; what was read until then is the result. */
  readonly maxMillis?: number | undefined
  /** The page that ended an earlier attempt: it and those after it are left out. */
  readonly stopBefore?: number | undefined
  /** The page whose annotations ended an earlier attempt: all annotations are left out. */
  readonly withoutAnnotations?: boolean | undefined
  /** The structure tree of a PDF is not looked at, so that what the page looks like can be compared with it. */
  readonly withoutTags?: boolean | undefined
  /** Also read the files inside of this one: attachments of a mail, members of an archive. */
  readonly innerFiles?: boolean | undefined
  /** Also show the pictures that the code of a notebook made. */
  readonly pictures?: boolean | undefined
  /** Also read what a workbook or presentation hides. */
  readonly hidden?: boolean | undefined
  /** Also read the comments of an office file. */
  readonly comments?: boolean | undefined
}

/** A file that lies in another one. */
export interface InnerFile {
  readonly bytes: Uint8Array
  /** Its name without a folder. */
  readonly name: string
  /** As the outer file declares it; empty where it does not. */
  readonly mediaType: string
}

/** Reads a file that lies in another one, with the same caps; nothing where its kind is not known. */
export type ReadInner = (file: InnerFile) => Promise<Parsed | undefined>

/** What a reader is about to do, so that another attempt can leave it out. */
export interface Progress {
  readonly page: number
  /** `layout`: all pages are read, this one last. */
  readonly step: "text" | "annotations" | "layout"
}

/** A reader that goes page by page stops before the next one when the signal says so. */
export type Reader = (
  file: SourceFile,
  options: ReadOptions,
  signal?: AbortSignal,
  onProgress?: (progress: Progress) => void,
  readInner?: ReadInner
) => ReadResult | Promise<ReadResult>
