/** A brand as swatches, type and pictures. */
import { Picture } from "../kit/Picture.tsx"
import type { Branding } from "./types.ts"

const words = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const entriesOf = (fields: object | undefined): ReadonlyArray<readonly [name: string, value: string]> =>
  Object.entries(fields ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [words(name), String(value)])

const Swatches = ({ colors }: { readonly colors: Branding["colors"] }) => (
  <ul class="swatches">
    {entriesOf(colors).map(([name, colour]) => (
      <li key={name}>
        <span class="swatch" style={{ background: colour }} />
        <span>{name}</span>
        <code>{colour}</code>
      </li>
    ))}
  </ul>
)

const Facts = ({ of }: { readonly of: ReadonlyArray<readonly [name: string, value: string]> }) => (
  <dl class="facts">
    {of.map(([name, value]) => (
      <>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </>
    ))}
  </dl>
)

const Buttons = ({ components }: { readonly components: NonNullable<Branding["components"]> }) => (
  <ul class="swatches">
    {Object.entries(components).flatMap(([name, component]) =>
      component === undefined
        ? []
        : [
            <li key={name}>
              <span
                class="brand-part"
                style={{
                  background: component.background,
                  color: component.textColor,
                  borderColor: component.borderColor,
                  borderRadius: component.borderRadius
                }}
              >
                {words(name)}
              </span>
            </li>
          ]
    )}
  </ul>
)

export const BrandingView = ({ branding }: { readonly branding: Branding }) => {
  const { colorScheme, colors, components, fonts, images, logo, spacing, typography } = branding
  const pictures = Object.entries({ logo, ...images }).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return (
    <div class="stack">
      {colorScheme === undefined ? null : <p class="quiet">A {colorScheme} page.</p>}
      {colors === undefined ? null : (
        <section aria-label="Colours">
          <h3>Colours</h3>
          <Swatches colors={colors} />
        </section>
      )}
      <section aria-label="Type">
        <h3>Type</h3>
        <Facts
          of={[
            ...(fonts ?? []).map(({ family }, at) => [`font ${at + 1}`, family] as const),
            ...entriesOf(typography?.fontFamilies),
            ...entriesOf(typography?.fontSizes),
            ...entriesOf(typography?.fontWeights),
            ...entriesOf(typography?.lineHeights),
            ...entriesOf(spacing)
          ]}
        />
      </section>
      {components === undefined ? null : (
        <section aria-label="Components">
          <h3>Components</h3>
          <Buttons components={components} />
        </section>
      )}
      {pictures.length === 0 ? null : (
        <ul class="images">
          {pictures.map(([name, url]) => (
            <li key={name}>
              <Picture url={url} alt={name} />
              <span class="quiet">{words(name)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
