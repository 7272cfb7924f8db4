/** What a PDF says of itself (ISO 32000-2 §14.3.3), in the field names of documents. */
import type { PdfDocument, PdfJs } from "./pdfjs.ts"

interface PdfFacts {
  readonly title: string | undefined
  readonly language: string | undefined
  readonly fields: Readonly<Record<string, string>>
}

export const readFacts = async (pdfjs: PdfJs, document: PdfDocument): Promise<PdfFacts> => {
  const { info, metadata } = await document.getMetadata().catch(() => ({ info: {}, metadata: null }))
  const entries = info as Readonly<Record<string, unknown>>
  const text = (key: string, xmp?: string): string | undefined => {
    const value = entries[key] ?? (xmp === undefined ? undefined : metadata?.get(xmp))
    const plain = Array.isArray(value) ? value.join(", ") : value
    return typeof plain === "string" && !/^\s*$|^\s*\(?(?:anonymous|unspecified)\)?\s*$/i.test(plain)
      ? plain.trim()
      : undefined
  }
  const date = (key: string): string | undefined => {
    const value = text(key)
    const parsed = value === undefined ? null : pdfjs.PDFDateString.toDateObject(value)
    return parsed === null || Number.isNaN(parsed.getTime()) ? undefined : parsed.toISOString()
  }
  const title = text("Title", "dc:title")
  const language = text("Language", "dc:language")
  const fields = {
    title: title !== undefined && isTitle(title) ? title : undefined,
    author: text("Author", "dc:creator"),
    description: text("Subject", "dc:description"),
    keywords: text("Keywords"),
    language: language !== undefined && /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(language) ? language : undefined,
    creator: text("Creator"),
    producer: text("Producer"),
    publishedTime: date("CreationDate"),
    modifiedTime: date("ModDate")
  }
  return {
    title: fields.title,
    language: fields.language,
    fields: Object.fromEntries(
      Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined)
    )
  }
}

/** Names of files and what programs write where nobody gave a title. */
const isTitle = (title: string): boolean =>
  !/^(?:untitled|microsoft (?:word|powerpoint|excel)\b|(?:slide|document|presentation)\s*\d*$)|\.(?:docx?|pptx?|xlsx?|indd|qxd|tex|dvi|rtf|pdf)$/i.test(
    title
  )
