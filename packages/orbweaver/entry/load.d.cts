// What they give has the types of `src/index.ts`, which `src/standalone/load.ts` says.
export declare const packed: () => any
export declare const overEffect: () => any
