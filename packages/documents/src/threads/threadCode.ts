/** The thread's module and all it imports as one script, which the build packs here (scripts/threadCode.ts). */
export const threadCode = (): string => ""
