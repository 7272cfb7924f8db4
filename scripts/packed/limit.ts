/** Longest time of one command or program, in milliseconds: for those that hang, also on a busy machine. */
export const timeout = 300_000
