/** The result code of what `node:sqlite` throws; https://sqlite.org/rescode.html. */
export const resultCode = (cause: unknown): number | undefined =>
  cause instanceof Error && "errcode" in cause && typeof cause.errcode === "number" ? cause.errcode : undefined
