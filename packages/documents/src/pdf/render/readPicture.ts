/** The words of pictures to a page, laid out as the text of a PDF is. */
import { page } from "../../markup/html.ts"
import { unsupported } from "../../model/failure.ts"
import type { Reader, RecognizedPage } from "../../model/Reader.ts"
import type { PageText } from "../text/PageText.ts"
import { recognizedText } from "../text/recognized.ts"
import { renderPageBlocks } from "./render.ts"
import { renderPages } from "./renderPages.ts"

/** Size of the text, in points, that the rules of layout are made for. */
const textSize = 10

export const readPicture: Reader = async ({ mediaType }, { recognizing }) => {
  // A picture in a mail or an archive: only the file itself is handed to a recognizer.
  if (recognizing === undefined || "find" in recognizing) throw unsupported(mediaType)
  const pages = recognizing.pages.map(pageOf)
  const { blocks, notes, title } = await renderPages(
    pages,
    pages.map(({ spans }) => spans),
    { outline: new Map(), title: undefined },
    { joinPages: true, keepsLabels: true }
  )
  return page(renderPageBlocks(blocks) + notes, title === undefined ? {} : { metadata: { title } })
}

/** A picture has no size on paper: its text gets the usual one. */
const pageOf = (recognized: RecognizedPage): PageText => {
  const { height, number, width, words } = recognized
  const sizes = words.map(({ size }) => size).toSorted((one, other) => one - other)
  const scale = (sizes[sizes.length >> 1] ?? textSize) / textSize
  return {
    number,
    width: width / scale,
    height: height / scale,
    ...recognizedText(recognized, scale),
    turned: [],
    dots: [],
    tags: undefined
  }
}
