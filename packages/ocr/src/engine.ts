/** The part of `tesseract.js-core` that is used; the package has no types. */
import { createRequire } from "node:module"

export interface Api {
  /** 0 when the data of all languages was read. */
  Init(path: null, languages: string, engine: number): number
  SetVariable(name: string, value: string): boolean
  /** Reads `/input`, turned as an orientation of EXIF says, and by an angle in radians. 1 when it is no picture. */
  SetImageFile(orientation: number, angle: number): number
  /** Writes the picture as it is read to `/image.png`, whatever the path: 1 in gray, 2 in black and white. */
  WriteImage(kind: 1 | 2, path: "/image.png"): void
  FindLines(): number
  /** Slope of the lines of the picture, in radians, after `FindLines`. */
  GetGradient(): number
  Recognize(monitor: null): number
  GetJSONText(): string
  Clear(): void
  End(): void
}

export interface Engine {
  readonly TessBaseAPI: new () => Api
  readonly FS: {
    readFile(path: string): Uint8Array
    writeFile(path: string, bytes: Uint8Array): void
    unlink(path: string): void
  }
}

type Load = (module: {
  readonly print: (text: string) => void
  readonly printErr: (text: string) => void
  readonly TesseractProgress: (percent: number) => void
}) => Promise<Engine>

/** Every processor that Node.js runs on has these instructions, so that results do not depend on the machine. */
const script = "tesseract.js-core/tesseract-core-simd-lstm"

export const loadEngine = (): Promise<Engine> => {
  const load = createRequire(import.meta.url)(script) as Load
  const silent = () => undefined
  return load({ print: silent, printErr: silent, TesseractProgress: silent })
}

/** Neural networks alone. */
export const lstmOnly = 1

interface Memory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

/** The types of Node.js leave it out. */
interface WithWebAssembly {
  readonly WebAssembly: { readonly Memory: { readonly prototype: Memory } }
}

/** The engine grows its memory through this method alone; where it may not, its task ends with an error. */
export const boundMemory = (mayHave: (bytes: number) => boolean): void => {
  const { prototype } = (globalThis as {} as WithWebAssembly).WebAssembly.Memory
  const grow = Object.getOwnPropertyDescriptor(prototype, "grow")?.value as (this: Memory, pages: number) => number
  prototype.grow = function (this: Memory, pages) {
    if (!mayHave(this.buffer.byteLength + pages * 65_536)) throw new RangeError("the memory may not grow further")
    return grow.call(this, pages)
  }
}
