/** A page in gray on which pictures are drawn, each by the matrix that says where it lies. */
import type { Matrix } from "../text/matrix.ts"

/** Gray values, 255 for white, row by row from the upper left corner. */
export interface Canvas {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** Pixels of a picture as gray and how much they cover, from 0 to 255; opaque when `cover` is absent. */
export interface Layer {
  readonly width: number
  readonly height: number
  readonly gray: (index: number) => number
  readonly cover?: ((index: number) => number) | undefined
}

export const makeCanvas = (width: number, height: number): Canvas => ({
  width,
  height,
  pixels: new Uint8Array(width * height).fill(255)
})

/** Samples of the picture along each axis for one pixel of the canvas. */
const maxSamples = 4

/**
 * Draws the picture in the unit square that `matrix` maps to the canvas; its first row lies along the square's upper edge,
 * y = 1 (ISO 32000-2, 8.9.5.1). A pixel is the mean of what lies under it, so that small letters stay readable.
 */
export const draw = (canvas: Canvas, layer: Layer, matrix: Matrix): void => {
  const [a, b, c, d, e, f] = matrix
  const area = a * d - b * c
  if (!Number.isFinite(area) || Math.abs(area) < 1e-6) return
  const { height, pixels, width } = canvas
  const xs = [e, e + a, e + c, e + a + c]
  const ys = [f, f + b, f + d, f + b + d]
  const left = Math.max(0, Math.floor(Math.min(...xs)))
  const right = Math.min(width, Math.ceil(Math.max(...xs)))
  const top = Math.max(0, Math.floor(Math.min(...ys)))
  const bottom = Math.min(height, Math.ceil(Math.max(...ys)))
  // Steps through the picture for one step to the right, and one down, on the canvas.
  const ux = (d / area) * layer.width
  const uy = (-c / area) * layer.width
  const vx = (b / area) * layer.height
  const vy = (-a / area) * layer.height
  const step = Math.max(Math.abs(ux), Math.abs(uy), Math.abs(vx), Math.abs(vy))
  const samples = Math.min(maxSamples, Math.max(1, Math.ceil(step)))
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      let gray = 0
      let cover = 0
      for (let sy = 0; sy < samples; sy++) {
        const dy = y + (sy + 0.5) / samples - f
        for (let sx = 0; sx < samples; sx++) {
          const dx = x + (sx + 0.5) / samples - e
          const u = Math.floor(dx * ux + dy * uy)
          const v = Math.floor(layer.height + dx * vx + dy * vy)
          if (u < 0 || v < 0 || u >= layer.width || v >= layer.height) continue
          const index = v * layer.width + u
          const part = layer.cover?.(index) ?? 255
          gray += layer.gray(index) * part
          cover += part
        }
      }
      const at = y * width + x
      const all = samples * samples * 255
      pixels[at] = Math.round((gray + pixels[at]! * (all - cover)) / all)
    }
  }
}
