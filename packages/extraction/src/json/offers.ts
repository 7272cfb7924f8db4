/**
 * Prices as schema.org writes them: an `Offer` has its price itself, in one price specification or in several that say by
 * `priceType` which they are; an `AggregateOffer` has the range of its offers, and perhaps these.
 */
import { type Entity, type Fact, textOfFact } from "@orbweaver/core/internal/evidence/Evidence"

const isOf = (entity: Entity, type: string): boolean => entity.types.includes(type)

const textUnder = ({ facts }: Entity, label: string): string | undefined => {
  const fact = facts.find((one) => one.label === label && typeof one.value !== "object")
  return fact === undefined ? undefined : textOfFact(fact).trim()
}

const entitiesUnder = ({ facts }: Entity, label: string): ReadonlyArray<Entity> =>
  facts.flatMap((fact) => (fact.label === label && typeof fact.value === "object" ? [fact.value] : []))

/** Prices that a buyer does not pay (schema.org, PriceTypeEnumeration). */
const formerPrices = /(?:List|Regular|Strikethrough|SRP|MSRP|SuggestedRetail)\w*$/i

/**
 * The facts of an entity with the prices under the names that they have elsewhere: `list price` for one that is struck out,
 * `price` for a range of one price. A price for a unit, such as a kilogram, for members or for delivery is not that of the
 * product.
 */
export const pricedFacts = (entity: Entity): ReadonlyArray<Fact> => {
  if (isOf(entity, "AggregateOffer")) return withPriceOfRange(entity)
  if (!entity.types.some((type) => type.endsWith("PriceSpecification") || type === "DeliveryChargeSpecification"))
    return entity.facts
  const { facts } = entity
  const isOther =
    isOf(entity, "DeliveryChargeSpecification") ||
    facts.some(({ label }) => label === "referenceQuantity" || label === "validForMemberTier")
  if (isOther) return []
  if (!formerPrices.test(textUnder(entity, "priceType") ?? "")) return facts
  return facts.map((fact) => (fact.label === "price" ? { ...fact, label: "list price" } : fact))
}

const withPriceOfRange = (offer: Entity): ReadonlyArray<Fact> => {
  const { facts } = offer
  const low = facts.find(({ label }) => label === "lowPrice")
  const isRange =
    low === undefined || Number(textOfFact(low)) !== Number(textUnder(offer, "highPrice") ?? textOfFact(low))
  if (isRange || facts.some(({ label }) => label === "price" || label === "offers")) return facts
  return [...facts, { ...low, label: "price" }]
}

/** The offers of a product, those of an aggregate one by one. */
export const offersOf = (product: Entity): ReadonlyArray<Entity> =>
  entitiesUnder(product, "offers").flatMap((offer) => {
    const parts = isOf(offer, "AggregateOffer") ? entitiesUnder(offer, "offers") : []
    return parts.length === 0 ? [offer] : parts
  })
