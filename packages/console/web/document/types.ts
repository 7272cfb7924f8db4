import type { ConsoleAnswer } from "@orbweaver/http/internal/console/Api"

/** A document as the API answers it. */
export type PageDocument = ConsoleAnswer<"explain">["data"]

export type Branding = NonNullable<PageDocument["branding"]>
export type Product = NonNullable<PageDocument["product"]>
export type Menu = NonNullable<PageDocument["menu"]>
export type ChangeTracking = NonNullable<PageDocument["changeTracking"]>
