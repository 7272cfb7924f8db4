/** The set of pages that are no articles, by kind. Names, texts and companies are invented. */
import { docs } from "./docs.ts"
import { forum } from "./forum.ts"
import { home } from "./home.ts"
import { listing } from "./listing.ts"
import { long } from "./long.ts"
import { type MarkedPage } from "./MarkedPage.ts"
import { people } from "./people.ts"
import { product } from "./product.ts"
import { recipe } from "./recipe.ts"
import { reference } from "./reference.ts"

export const pages: Readonly<Record<string, ReadonlyArray<MarkedPage>>> = {
  docs,
  forum,
  home,
  listing,
  long,
  people,
  product,
  recipe,
  reference
}
