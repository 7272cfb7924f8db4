/** A product as a card with its variants. */
import { Picture } from "../kit/Picture.tsx"
import { TableHead } from "../kit/TableHead.tsx"
import type { Product } from "./types.ts"

type Variant = Product["variants"][number]
type Money = NonNullable<Variant["price"]>

export const moneyText = ({ amount, currency, formatted }: Money): string => {
  if (formatted !== undefined) return formatted
  try {
    return currency === undefined
      ? amount.toLocaleString()
      : amount.toLocaleString(undefined, { style: "currency", currency })
  } catch {
    // A page may name a currency that is none.
    return `${amount.toLocaleString()} ${currency ?? ""}`
  }
}

const stockText = ({ availability }: Pick<Variant, "availability">): string =>
  availability === undefined ? "not said" : (availability.text ?? (availability.inStock ? "in stock" : "not in stock"))

/** As many as a reader looks through. */
const maxVariants = 200

const Price = ({ variant: { price, sale } }: { readonly variant: Variant }) => (
  <>
    {price === undefined ? "–" : moneyText(price)}
    {sale === undefined ? null : (
      <>
        {" "}
        <s class="quiet">{moneyText(sale.originalPrice)}</s>
      </>
    )}
  </>
)

export const ProductView = ({ product }: { readonly product: Product }) => {
  const { brand, category, description, title, variants } = product
  const [first] = variants
  const pictures = variants.flatMap(({ images }) => images ?? []).slice(0, 6)
  return (
    <div class="stack">
      <div class="product">
        {pictures[0] === undefined ? null : <Picture url={pictures[0].url} alt="" />}
        <div class="stack">
          <h3 dir="auto">{title}</h3>
          <p class="quiet" dir="auto">
            {[brand, category].filter(Boolean).join(" · ")}
          </p>
          {first === undefined ? null : (
            <p class="price">
              <Price variant={first} /> <span class="quiet small-text">{stockText(first)}</span>
            </p>
          )}
          {description === undefined ? null : <p dir="auto">{description}</p>}
        </div>
      </div>
      {variants.length < 2 ? null : (
        <div class="scroll" tabIndex={0} role="region" aria-label="Variants">
          <table>
            <TableHead columns={["Variant", "SKU", "Price", "Stock"]} />
            <tbody>
              {variants.slice(0, maxVariants).map((variant, at) => (
                <tr key={at}>
                  <th scope="row" dir="auto">
                    {variant.title ?? Object.values(variant.values ?? {}).join(", ")}
                  </th>
                  <td>{variant.sku ?? "–"}</td>
                  <td>
                    <Price variant={variant} />
                  </td>
                  <td>{stockText(variant)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
