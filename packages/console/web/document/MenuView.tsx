/** A menu by its sections. */
import { moneyText } from "./ProductView.tsx"
import type { Menu } from "./types.ts"

export const MenuView = ({ menu: { isMenu, merchant, sections } }: { readonly menu: Menu }) =>
  isMenu ? (
    <div class="stack">
      {merchant === undefined ? null : <h3 dir="auto">{merchant.name}</h3>}
      {sections.map(({ description, id, items, name }) => (
        <section key={id} aria-label={name}>
          <h3 dir="auto">{name}</h3>
          {description === undefined ? null : <p class="quiet">{description}</p>}
          <ul class="dishes">
            {items.map(({ description: text, id: dish, name: title, price }) => (
              <li key={dish}>
                <span dir="auto">
                  {title}
                  {text === undefined ? null : <span class="quiet small-text"> {text}</span>}
                </span>
                <span class="number">{price === undefined ? "" : moneyText(price)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  ) : (
    <p class="quiet">The page shows no menu.</p>
  )
