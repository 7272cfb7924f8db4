/** Transformations of the plane, as PDF writes them (ISO 32000-2, 8.3.3). */

export type Matrix = readonly [number, number, number, number, number, number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** What a file or pdf.js gives for one; a number that is missing is that of `identity`. */
export const matrixOf = (numbers: ArrayLike<unknown>): Matrix => {
  const at = (index: number): number => {
    const given = numbers[index]
    return typeof given === "number" ? given : identity[index]!
  }
  return [at(0), at(1), at(2), at(3), at(4), at(5)]
}

export const multiply = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5]
]

export const apply = (matrix: Matrix, x: number, y: number): readonly [number, number] => [
  matrix[0] * x + matrix[2] * y + matrix[4],
  matrix[1] * x + matrix[3] * y + matrix[5]
]
