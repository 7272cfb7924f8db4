/**
 * `error instanceof CaptureError` in a process that has the library more than once: packed with an Effect of its own
 * (`orbweaver`) and over the Effect of the application (`orbweaver/effect`, `@orbweaver/*`). Each has its own classes, and the
 * errors of all carry one mark.
 */

/** Registered, so that it is the same symbol in every copy. */
const mark = Symbol.for("orbweaver.error")

/** Whether it is an error of a class of that name, of any copy. */
export const isMarked = (value: unknown, name: string): boolean =>
  typeof value === "object" && value !== null && Reflect.get(value, mark) === name

/** Makes `instanceof` of an error class know the errors of every copy. Classes that extend it stay what they are. */
export const knowEveryCopy = (errorClass: { readonly identifier: string; readonly prototype: object }): void => {
  const { identifier, prototype } = errorClass
  Object.defineProperty(prototype, mark, { value: identifier })
  Object.defineProperty(errorClass, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      return this === errorClass
        ? isMarked(value, identifier)
        : Function.prototype[Symbol.hasInstance].call(this, value)
    }
  })
}
