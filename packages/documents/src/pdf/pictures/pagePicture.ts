/**
 * What a scanner laid on a page, as one gray picture: the pictures that the page paints, each at its place, and nothing
 * else. Text and drawings are left out.
 */
import { ReadFailure } from "../../model/failure.ts"
import type { InstalledPackages, SourceFile } from "../../model/Reader.ts"
import { openDecoders, neededDecoders } from "../file/imageDecoders.ts"
import { loadPdfJs, openPdf, type PdfJs, type PdfPage } from "../file/pdfjs.ts"
import { type Matrix, matrixOf, multiply } from "../text/matrix.ts"
import { draw, type Layer, makeCanvas } from "./canvas.ts"
import { grayPng } from "./png.ts"

export interface PagePicture {
  /** A PNG; absent where the page paints no picture that can be decoded. */
  readonly png: Uint8Array | undefined
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** Pixels of a point of the page. */
  readonly scale: number
  /** The part of the page that its pictures cover, from 0 to 1. */
  readonly coverage: number
  /** What is missing of it, in words; names what to install where that would help. */
  readonly missing: string | undefined
}

export interface PictureOptions {
  /** Number of the page, from 1. */
  readonly page: number
  /** Most pixels of the picture that is made; one in the file may have four times as many. */
  readonly maxPixels: number
  /** Optional packages that the application has; none when absent. */
  readonly packages?: InstalledPackages | undefined
}

/** Dots per inch that letters are recognized best with; more are reduced. */
const dotsPerInch = 300
const pointsPerInch = 72
/** Less is enlarged, since small letters have too few dots. */
const minDotsPerInch = 200
/** Pixels of a page's longer side that letters need, whatever size on paper the file claims: scanners know no better. */
const usefulSide = 2500
/** Pixels of a picture in the file for one of the picture that is made: a fine scan in black and white takes little. */
const maxReduction = 4
/** A page has a few pictures or some hundred strips; more are a drawing. */
const maxPictures = 2000

export const readPagePicture = async (file: SourceFile, options: PictureOptions): Promise<PagePicture> => {
  const pdfjs = await loadPdfJs()
  const decoders = await openDecoders(pdfjs, options.packages)
  const read = async (worker: typeof decoders.worker): Promise<PagePicture> => {
    // pdf.js takes the bytes over.
    const { document } = await openPdf(pdfjs, new Uint8Array(file.bytes), options.packages, {
      maxPixels: options.maxPixels * maxReduction,
      worker
    })
    try {
      return await picture(pdfjs, await document.getPage(options.page), options, worker !== undefined)
    } finally {
      await document.loadingTask.destroy()
    }
  }
  try {
    return await read(decoders.worker)
  } catch (error) {
    // Another version of the package does not speak with this one.
    if (decoders.worker === undefined || error instanceof ReadFailure) throw error
    return await read(undefined)
  } finally {
    decoders.close()
  }
}

const picture = async (
  pdfjs: PdfJs,
  page: PdfPage,
  { maxPixels }: PictureOptions,
  hasDecoders: boolean
): Promise<PagePicture> => {
  const { height, transform, width } = page.getViewport({ scale: 1 })
  const painted = await paintedOn(pdfjs, page, matrixOf(transform))
  const found = painted.flatMap(({ image, ...rest }) => {
    const layer = layerOf(image, rest.fill)
    return layer === undefined ? [] : [{ ...rest, layer }]
  })
  const missing =
    painted.length === 0
      ? `it has no picture of at most ${maxPixels * maxReduction} pixels, and letters that are drawn as shapes are not read`
      : found.length < painted.length
        ? notDecoded(maxPixels * maxReduction, hasDecoders ? undefined : neededDecoders(pdfjs))
        : undefined
  const coverage = found.reduce((sum, { matrix }) => Math.min(1, sum + coverageOf(matrix, width, height)), 0)
  const scale = scaleOf(found, { width, height }, maxPixels)
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  if (found.length === 0) return { ...size, png: undefined, scale, coverage, missing }
  const canvas = makeCanvas(size.width, size.height)
  for (const { layer, matrix } of found) draw(canvas, layer, multiply([scale, 0, 0, scale, 0, 0], matrix))
  return { ...size, png: grayPng(canvas, scale * pointsPerInch), scale, coverage, missing }
}

const notDecoded = (maxPixels: number, help: string | undefined): string =>
  `it has a picture that is damaged or has more than ${maxPixels} pixels${help === undefined ? "" : `, or whose decoder is not installed (${help})`}`

interface Image {
  readonly width: number
  readonly height: number
  /** Of pdf.js: 1 is a bit for a pixel, 2 is RGB, 3 is RGBA. */
  readonly kind?: number | undefined
  readonly data?: Uint8Array | Uint8ClampedArray | undefined
}

interface Painted {
  readonly image: Image | undefined
  readonly matrix: Matrix
  /** Gray that a mask is filled with; absent for a picture with colors of its own. */
  readonly fill: number | undefined
}

/**
 * The pictures that the operators paint, in order (ISO 32000-2, 8.9). pdf.js puts several into one operator only where it
 * paints a page itself, never in the list that it gives away.
 */
const paintedOn = async ({ AnnotationMode, OPS }: PdfJs, page: PdfPage, view: Matrix): Promise<Array<Painted>> => {
  const { argsArray, fnArray } = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE })
  const stack: Array<{ readonly matrix: Matrix; readonly fill: number }> = []
  const painted: Array<Painted> = []
  const images = new Map<string, Promise<Image | undefined>>()
  let matrix = view
  let fill = 0

  const imageOf = (name: string): Promise<Image | undefined> => {
    const known = images.get(name)
    if (known !== undefined) return known
    const objects = name.startsWith("g_") ? page.commonObjs : page.objs
    // A name without an object would be waited for without end.
    const loading = new Promise<Image | undefined>((resolve) => {
      objects.get(name, (image: unknown) => resolve((image ?? undefined) as Image | undefined))
    })
    images.set(name, loading)
    return loading
  }
  const add = async (image: unknown, place: Matrix, isMask: boolean): Promise<void> => {
    if (painted.length >= maxPictures) return
    const name = typeof image === "string" ? image : maskName(image)
    painted.push({
      image: name === undefined ? (image as Image) : await imageOf(name),
      matrix: place,
      fill: isMask ? fill : undefined
    })
  }
  const restore = (): void => {
    const saved = stack.pop()
    if (saved !== undefined) ({ matrix, fill } = saved)
  }

  for (const [index, operator] of fnArray.entries()) {
    const args = (argsArray[index] ?? []) as ReadonlyArray<unknown>
    switch (operator) {
      case OPS.save:
        if (stack.length < 1000) stack.push({ matrix, fill })
        break
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        restore()
        break
      case OPS.transform:
        matrix = multiply(matrix, matrixOf(args))
        break
      case OPS.paintFormXObjectBegin:
        stack.push({ matrix, fill })
        if (args[0] !== null && args[0] !== undefined)
          matrix = multiply(matrix, matrixOf(args[0] as ArrayLike<unknown>))
        break
      case OPS.setFillRGBColor:
        fill = grayOfColor(args[0])
        break
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
        await add(args[0], matrix, false)
        break
      case OPS.paintImageMaskXObject:
        await add(args[0], matrix, true)
        break
      case OPS.paintSolidColorImageMask:
        await add({ width: 1, height: 1, data: Uint8Array.of(0) }, matrix, true)
        break
    }
  }
  return painted
}

/** A large mask is an object, too, and stands by its name. */
const maskName = (image: unknown): string | undefined => {
  const data = typeof image === "object" && image !== null && "data" in image ? image.data : undefined
  return typeof data === "string" ? data : undefined
}

const layerOf = (image: Image | undefined, fill: number | undefined): Layer | undefined => {
  if (image?.data === undefined || typeof image.data.length !== "number") return undefined
  const { data, height, kind, width } = image
  if (!(width > 0 && height > 0)) return undefined
  const rowBytes = (width + 7) >> 3
  const bit = (index: number): number => {
    const row = Math.floor(index / width)
    const column = index - row * width
    return (data[row * rowBytes + (column >> 3)]! >> (7 - (column & 7))) & 1
  }
  if (fill !== undefined) {
    // A mask paints where its bits are 0.
    return data.length < rowBytes * height
      ? undefined
      : { width, height, gray: () => fill, cover: (index) => (bit(index) === 0 ? 255 : 0) }
  }
  switch (kind) {
    case 1:
      return data.length < rowBytes * height
        ? undefined
        : { width, height, gray: (index) => (bit(index) === 0 ? 0 : 255) }
    case 2:
      return data.length < width * height * 3 ? undefined : { width, height, gray: (index) => grayAt(data, index * 3) }
    case 3:
      return data.length < width * height * 4
        ? undefined
        : { width, height, gray: (index) => grayAt(data, index * 4), cover: (index) => data[index * 4 + 3]! }
    default:
      return undefined
  }
}

/** Luma (ITU-R BT.601), in whole numbers. */
const grayAt = (data: Uint8Array | Uint8ClampedArray, at: number): number =>
  (data[at]! * 77 + data[at + 1]! * 150 + data[at + 2]! * 29) >> 8

/** Colors come as `#rrggbb`. */
const grayOfColor = (color: unknown): number => {
  const digits = /^#([\da-f]{6})$/i.exec(String(color))?.[1]
  return digits === undefined ? 0 : grayAt(Uint8Array.from(Buffer.from(digits, "hex")), 0)
}

const coverageOf = ([a, b, c, d, e, f]: Matrix, width: number, height: number): number => {
  const xs = [e, e + a, e + c, e + a + c].map((x) => Math.min(width, Math.max(0, x)))
  const ys = [f, f + b, f + d, f + b + d].map((y) => Math.min(height, Math.max(0, y)))
  return ((Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys))) / (width * height)
}

/** Part of a page that pictures must cover for their pixels to count, so that a small mark does not decide. */
const minShare = 0.05

/** Pixels of a point: as many as the finest pictures have, within bounds. A scan may lie there in strips. */
const scaleOf = (
  found: ReadonlyArray<{ readonly layer: Layer; readonly matrix: Matrix }>,
  { height, width }: { readonly width: number; readonly height: number },
  maxPixels: number
): number => {
  const area = width * height
  const useful = usefulSide / Math.max(width, height)
  const scales = found
    .map(({ layer, matrix: [a, b, c, d] }) => ({
      size: Math.hypot(a, b) * Math.hypot(c, d),
      scale: Math.max(layer.width / Math.hypot(a, b), layer.height / Math.hypot(c, d))
    }))
    .filter(({ scale }) => Number.isFinite(scale))
    .toSorted((one, other) => other.scale - one.scale)
  let covered = 0
  const finest = scales.find(({ size }) => (covered += size) >= minShare * area) ?? scales[0]
  const wanted = Math.max(Math.min(minDotsPerInch / pointsPerInch, useful), finest?.scale ?? 0)
  return Math.min(wanted, Math.max(dotsPerInch / pointsPerInch, useful), Math.sqrt(maxPixels / area))
}
